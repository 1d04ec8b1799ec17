import type { RelationshipDefinition } from '../../../sw/service/definition.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Select, SelectField } from '../../parts/form/select.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import type { Managed } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { attributeFields, keyKind, listManagedParts, type Part } from './managed-parts.ts';
import { Section } from './section.tsx';
import { useDraft } from './use-draft.ts';
import type { Save } from './use-managed.ts';

export function RelationsSection({ managed, save }: { managed: Managed; save: Save }) {
  const parts = listManagedParts(managed.definition).filter(({ table }) => table !== undefined);
  const stored = managed.definition.maps[0]?.relationships ?? [];
  const draft = useDraft(`${managed.key} relations`, { relationships: stored });
  const { relationships } = draft.now;
  const put = (index: number, change: Partial<RelationshipDefinition>) =>
    draft.put({ relationships: relationships.with(index, { ...relationships[index]!, ...change }) });
  const edit = (list: readonly RelationshipDefinition[]) => ({
    mapInfo: { relationships: list.length > 0 ? list : null },
  });
  const add = () => {
    const [origin, destination] = [parts[0]!, parts[1] ?? parts[0]!];
    const RelationshipID = Math.max(-1, ...relationships.map((relationship) => relationship.RelationshipID)) + 1;
    const key = keyFields(origin)[0]!;
    draft.put({
      relationships: [
        ...relationships,
        {
          RelationshipID,
          forwardName: destination.of.Name,
          backwardName: origin.of.Name,
          originId: origin.id,
          destinationId: destination.id,
          originKey: key.Name,
          destinationKey: keyFields(destination, keyKind(key.Type))[0]?.Name ?? '',
          Cardinality: 'gisRelCardinalityOneToMany',
          IsComposite: false,
        },
      ],
    });
  };
  return (
    <Section
      title={t.manage.relations}
      detail={t.relations.detail}
      isChanged={draft.isChanged}
      isValid={relationships.every(({ originKey, destinationKey }) => originKey !== '' && destinationKey !== '')}
      onDiscard={draft.discard}
      onSave={() => save(edit(relationships), edit(stored))}
    >
      {relationships.length === 0 && <p class="soft">{t.manage.noRelations}</p>}
      {relationships.map((relationship, index) => (
        <Relation
          key={relationship.RelationshipID}
          one={relationship}
          parts={parts}
          onPut={(change) => put(index, change)}
          onRemove={() => draft.put({ relationships: relationships.toSpliced(index, 1) })}
        />
      ))}
      <div>
        <Button small icon="plus" disabled={parts.length === 0} onClick={add}>
          {t.relations.add}
        </Button>
      </div>
    </Section>
  );
}

const keyFields = ({ table }: Part, kind?: string) =>
  (table ? attributeFields(table) : []).filter(({ Type }) => kind === undefined || keyKind(Type) === kind);

function Relation(props: {
  one: RelationshipDefinition;
  parts: readonly Part[];
  onPut: (change: Partial<RelationshipDefinition>) => void;
  onRemove: () => void;
}) {
  const { one, parts, onPut, onRemove } = props;
  const [origin, destination] = [one.originId, one.destinationId].map((id) => parts.find((part) => part.id === id));
  const type = origin && keyFields(origin).find(({ Name }) => Name === one.originKey)?.Type;
  const kind = one.link || type === undefined ? undefined : keyKind(type);
  const side = (label: string, part: Part | undefined, key: string, fits: string | undefined, put: SidePut) => (
    <div class="stack near">
      <SelectField
        class="small"
        label={label}
        value={part?.id ?? -1}
        choices={parts.map(({ id, of }) => [id, of.Name])}
        onChange={(id) => put(id, keyFields(parts.find((candidate) => candidate.id === id)!, fits)[0]?.Name ?? '')}
      />
      <SelectField
        class="small"
        label={t.relations.key}
        value={key}
        choices={(part ? keyFields(part, fits) : []).map(({ Name }) => [Name, Name])}
        onChange={(name) => put(part?.id ?? 0, name)}
      />
    </div>
  );
  return (
    <fieldset class="relation">
      <legend>{t.relations.of(one.RelationshipID)}</legend>
      <div class="stack near">
        <TextField
          isSmall
          label={t.relations.name}
          value={one.forwardName}
          onInput={(forwardName) => onPut({ forwardName })}
        />
        <TextField
          isSmall
          label={t.manage.backward}
          value={one.backwardName}
          onInput={(backwardName) => onPut({ backwardName })}
        />
      </div>
      {side(t.relations.from, origin, one.originKey, undefined, (originId, originKey) =>
        onPut({ originId, originKey }),
      )}
      {side(t.relations.to, destination, one.destinationKey, kind, (destinationId, destinationKey) =>
        onPut({ destinationId, destinationKey }),
      )}
      <div class="field">
        <span>{t.relations.howMany}</span>
        {one.link ? (
          <span>{t.manage.manyToMany}</span>
        ) : (
          <Select
            class="small"
            aria-label={t.relations.howMany}
            value={one.Cardinality}
            choices={[
              ['gisRelCardinalityOneToMany', t.relations.isOneToMany],
              ['gisRelCardinalityOneToOne', t.relations.isOneToOne],
            ]}
            onChange={(Cardinality) => onPut({ Cardinality })}
          />
        )}
      </div>
      <IconButton icon="trash" name={t.relations.remove} onClick={onRemove} />
    </fieldset>
  );
}

type SidePut = (id: number, key: string) => void;
