import type { ScalarName } from '../../../sw/contract/index.ts';
import { bracketed } from '../../../sw/rows/text/field-in-brackets.ts';
import { Select } from '../../parts/form/select.tsx';
import { Switch } from '../../parts/form/switch.tsx';
import { formatBytes } from '../../text/format.ts';
import { explorerText as t } from '../text/explorer-text.ts';
import { useForm } from './form-context.ts';
import { parseScalar } from './parse-scalar.ts';
import { TypedInput } from './typed-input.tsx';

interface ScalarInputProps {
  scalar: ScalarName;
  field: string;
  path: string;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

const layerNames = /^(LayerID|TableID|SourceTableID|MapTableID|SourceLayerID|ID)$/;
const oneField =
  /^(FieldName|StatisticFieldName|ClassificationField|NormalizationField|GeometryFieldName|RotationField|TransparencyField|Field\d?)$/;
const manyFields = /^(SubFields|SearchFields|GroupByFields|OrderByFields|RelatedTableFields|OIDFields)$/;
const clauses = /^(WhereClause|DefinitionExpression|RelatedTableDefinitionExpression|PostfixClause|LabelExpression)$/;

export function ScalarInput({ scalar, field, path, label, value, onChange }: ScalarInputProps) {
  const { layers } = useForm();
  if (scalar === 'boolean') return <Switch on={value === true} name={label} onChange={onChange} />;
  if (scalar === 'base64Binary') return <BytesInput label={label} value={value} onChange={onChange} />;
  if (scalar === 'int' && layerNames.test(field) && layers.some(({ id }) => id === value))
    return <LayerSelect label={label} value={value as number} onChange={onChange} />;
  const isText = scalar === 'string' || scalar === 'anyType';
  const written = value instanceof Date ? value.toISOString() : typeof value === 'object' ? '' : String(value ?? '');
  return (
    <span class="with-pick">
      <TypedInput
        path={path}
        name={label}
        written={written}
        parse={(text) => parseScalar(scalar, text)}
        isNumber={!isText && scalar !== 'dateTime'}
        onChange={onChange}
      />
      {isText && <FieldPick field={field} value={written} onChange={onChange} />}
    </span>
  );
}

function LayerSelect({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const { layers } = useForm();
  return (
    <Select
      aria-label={label}
      value={value}
      choices={layers.map(({ id, name }) => [id, `${id} · ${name}`])}
      onChange={onChange}
    />
  );
}

/** Offers the fields of the layer for a text that names fields. */
function FieldPick({ field, value, onChange }: { field: string; value: string; onChange: (value: string) => void }) {
  const { fields } = useForm();
  const [isOne, isMany, isClause] = [oneField.test(field), manyFields.test(field), clauses.test(field)];
  if ((!isOne && !isMany && !isClause) || fields.length === 0) return null;
  const put = (name: string) => {
    if (isOne) return onChange(name);
    if (isMany) return onChange(value.trim() === '' || value.trim() === '*' ? name : `${value}, ${name}`);
    onChange(
      `${value}${value === '' || value.endsWith(' ') ? '' : ' '}${field === 'LabelExpression' ? bracketed(name) : name}`,
    );
  };
  return (
    <select
      class="input pick"
      aria-label={t.pickField(field)}
      value=""
      onChange={(event) => {
        put(event.currentTarget.value);
        event.currentTarget.value = '';
      }}
    >
      <option value="">{t.fields}</option>
      {fields.map(({ Name, AliasName }) => (
        <option key={Name} value={Name}>
          {AliasName && AliasName !== Name ? `${Name} · ${AliasName}` : Name}
        </option>
      ))}
    </select>
  );
}

function BytesInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: unknown;
  onChange: (value: Uint8Array) => void;
}) {
  return (
    <span class="row">
      <input
        type="file"
        aria-label={label}
        onChange={async (event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onChange(new Uint8Array(await file.arrayBuffer()));
        }}
      />
      <small>{formatBytes(value instanceof Uint8Array ? value.length : 0)}</small>
    </span>
  );
}
