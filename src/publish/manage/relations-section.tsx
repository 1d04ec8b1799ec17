import type { RelationshipDefinition } from '../../../sw/service/definition.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import type { Managed } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { attributesOf, keyKind, type Part, partsOf } from './parts-of.ts';
import { Section } from './section.tsx';
import { useDraft } from './use-draft.ts';
import type { Save } from './use-managed.ts';

export function RelationsSection({ managed, save }: { managed: Managed; save: Save }) {
  const parts = partsOf(managed.definition).filter(({ table }) => table !== undefined);
  const stored = managed.definition.maps[0]?.relationships ?? [];
  const draft = useDraft(`${managed.key} relations`, { relationships: stored });
  const { relationships } = draft.now;
  const put = (at: number, change: Partial<RelationshipDefinition>) =>
    draft.put({ relationships: relationships.with(at, { ...relationships[at]!, ...change }) });
  const edit = (list: readonly RelationshipDefinition[]) => ({
    mapInfo: { relationships: list.length > 0 ? list : null },
  });
  const add = () => {
    const [origin, destination] = [parts[0]!, parts[1] ?? parts[0]!];
    const RelationshipID = Math.max(-1, ...relationships.map((one) => one.RelationshipID)) + 1;
    const key = keysOf(origin)[0]!;
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
          destinationKey: keysOf(destination, keyKind(key.Type))[0]?.Name ?? '',
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
      {relationships.map((one, at) => (
        <Relation
          key={one.RelationshipID}
          one={one}
          parts={parts}
          onPut={(change) => put(at, change)}
          onRemove={() => draft.put({ relationships: relationships.toSpliced(at, 1) })}
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

const keysOf = ({ table }: Part, kind?: string) =>
  (table ? attributesOf(table) : []).filter(({ Type }) => kind === undefined || keyKind(Type) === kind);

function Relation(props: {
  one: RelationshipDefinition;
  parts: readonly Part[];
  onPut: (change: Partial<RelationshipDefinition>) => void;
  onRemove: () => void;
}) {
  const { one, parts, onPut, onRemove } = props;
  const [origin, destination] = [one.originId, one.destinationId].map((id) => parts.find((part) => part.id === id));
  const type = origin && keysOf(origin).find(({ Name }) => Name === one.originKey)?.Type;
  const kind = one.link || type === undefined ? undefined : keyKind(type);
  const text = (label: string, name: 'forwardName' | 'backwardName') => (
    <label class="field">
      <span>{label}</span>
      <input class="input small" value={one[name]} onInput={(event) => onPut({ [name]: event.currentTarget.value })} />
    </label>
  );
  const side = (label: string, part: Part | undefined, key: string, fits: string | undefined, put: SidePut) => (
    <div class="stack near">
      <label class="field">
        <span>{label}</span>
        <select
          class="input small"
          value={String(part?.id ?? '')}
          onChange={(event) => {
            const chosen = parts.find(({ id }) => String(id) === event.currentTarget.value)!;
            put(chosen.id, keysOf(chosen, fits)[0]?.Name ?? '');
          }}
        >
          {parts.map(({ id, of }) => (
            <option key={id} value={String(id)}>
              {of.Name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t.relations.key}</span>
        <select class="input small" value={key} onChange={(event) => put(part?.id ?? 0, event.currentTarget.value)}>
          {(part ? keysOf(part, fits) : []).map(({ Name }) => (
            <option key={Name} value={Name}>
              {Name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
  return (
    <fieldset class="relation">
      <legend>{t.relations.of(one.RelationshipID)}</legend>
      <div class="stack near">
        {text(t.relations.name, 'forwardName')}
        {text(t.manage.backward, 'backwardName')}
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
          <select
            class="input small"
            aria-label={t.relations.howMany}
            value={one.Cardinality}
            onChange={(event) =>
              onPut({ Cardinality: event.currentTarget.value as RelationshipDefinition['Cardinality'] })
            }
          >
            <option value="gisRelCardinalityOneToMany">{t.relations.isOneToMany}</option>
            <option value="gisRelCardinalityOneToOne">{t.relations.isOneToOne}</option>
          </select>
        )}
      </div>
      <IconButton icon="trash" name={t.relations.remove} onClick={onRemove} />
    </fieldset>
  );
}

type SidePut = (id: number, key: string) => void;
