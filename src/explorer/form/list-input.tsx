import type { ListPlan } from '../../../sw/soap/plan.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Checks } from '../../parts/form/check.tsx';
import { explorerText as t } from '../text/explorer-text.ts';
import { blankValue } from './blank-value.ts';
import { useForm } from './form-context.ts';
import { parseList } from './parse-scalar.ts';
import { summaryOf } from './summary.ts';
import { TypedInput } from './typed-input.tsx';
import { ValueInput, type ValueInputProps } from './value-input.tsx';

const layerLists = /^(LayerIDs|TableIDs)$/;

export function ListInput({
  plan,
  field,
  path,
  label,
  value,
  onChange,
}: Omit<ValueInputProps, 'plan'> & { plan: ListPlan }) {
  const { facts, layers } = useForm();
  const items = (value ?? []) as readonly unknown[];
  const { item } = plan;
  if (item.kind === 'scalar' && item.name === 'int' && layerLists.test(field))
    return <LayerChecks label={label} ids={items as number[]} layers={layers} onChange={onChange} />;
  if (item.kind === 'scalar' && item.name !== 'anyType' && item.name !== 'base64Binary')
    return (
      <TypedInput
        path={path}
        name={t.commaList(label)}
        written={items.join(', ')}
        parse={(text) => parseList(item.name, text)}
        onChange={onChange}
      />
    );
  const replace = (index: number, changed: unknown) => onChange(items.map((one, at) => (at === index ? changed : one)));
  return (
    <div class="list-input">
      {items.map((one, index) => (
        <div class="foldable" key={index}>
          <details open={items.length === 1}>
            <summary>
              {index} · {summaryOf(one) || item.name}
            </summary>
            <ValueInput
              plan={item}
              field={plan.itemElement}
              path={`${path}[${index}]`}
              label={`${label} ${index}`}
              value={one}
              onChange={(changed) => replace(index, changed)}
            />
          </details>
          <IconButton
            small
            icon="trash"
            name={t.removeItem(`${label} ${index}`)}
            onClick={() => onChange(items.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button small icon="plus" onClick={() => onChange([...items, blankValue(item, plan.itemElement, facts)])}>
        {t.addItem(plan.itemElement)}
      </Button>
    </div>
  );
}

function LayerChecks(props: {
  label: string;
  ids: readonly number[];
  layers: readonly { readonly id: number; readonly name: string }[];
  onChange: (ids: readonly number[]) => void;
}) {
  const { label, ids, layers, onChange } = props;
  const unknown = ids.filter((id) => !layers.some((layer) => layer.id === id));
  return (
    <fieldset class="row" aria-label={label}>
      <Checks
        choices={[...layers, ...unknown.map((id) => ({ id, name: '?' }))].map(({ id, name }) => [
          id,
          `${id} · ${name}`,
        ])}
        value={ids}
        onChange={onChange}
      />
    </fieldset>
  );
}
