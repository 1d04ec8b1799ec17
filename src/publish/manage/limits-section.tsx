import type { Capability, ServiceLimits } from '../../../sw/service/definition.ts';
import { Check, Checks } from '../../parts/form/check.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { formatCount } from '../../text/format.ts';
import type { Managed } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { Section } from './section.tsx';
import { before, useDraft } from './use-draft.ts';
import type { Save } from './use-managed.ts';

type Counted = Exclude<keyof ServiceLimits, 'UseStandardizedQueries'>;

/** Limits enforced by the server. */
const ranges: Readonly<Record<Counted, readonly [number, number]>> = {
  MaximumRecordCount: [1, 1_000_000],
  MaximumImageWidth: [1, 32_767],
  MaximumImageHeight: [1, 32_767],
  MaximumBufferCount: [0, 1_000_000],
};
const names = Object.keys(ranges) as Counted[];
const capabilities: readonly Capability[] = ['Map', 'Query', 'Data'];

const hasFilter = ({ definition }: Managed): boolean =>
  definition.maps.some((map) =>
    [...map.layers, ...map.standaloneTables].some((part) => part.DefinitionExpression.trim() !== ''),
  );

export function LimitsSection({ managed, save }: { managed: Managed; save: Save }) {
  const { limits, capabilities: able } = managed.definition;
  const typed = Object.fromEntries(names.map((name) => [name, String(limits[name])])) as Record<Counted, string>;
  const counts = useDraft(`${managed.key} limits`, typed);
  const others = useDraft(`${managed.key} abilities`, {
    UseStandardizedQueries: limits.UseStandardizedQueries,
    capabilities: able,
  });
  const findProblem = (name: Counted): string | undefined => {
    const [minimum, maximum] = ranges[name];
    const value = Number(counts.now[name]);
    const isGood = /^\d+$/.test(counts.now[name]) && value >= minimum && value <= maximum;
    return isGood ? undefined : t.manage.limitBad(formatCount(minimum), formatCount(maximum));
  };
  const edit = (numbers: Partial<Record<Counted, string>>, rest: Partial<typeof others.now>): object => {
    const { capabilities: list, ...flags } = rest;
    const changed = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)]));
    return { service: { limits: { ...changed, ...flags }, capabilities: list } };
  };
  return (
    <Section
      title={t.manage.limits}
      detail={t.manage.limitsDetail}
      isChanged={counts.isChanged || others.isChanged}
      isValid={names.every((name) => findProblem(name) === undefined)}
      onDiscard={() => {
        counts.discard();
        others.discard();
      }}
      onSave={() =>
        save(
          edit(counts.changed, others.changed),
          edit(before(typed, counts.changed), before({ ...limits, capabilities: able }, others.changed)),
        )
      }
    >
      <div class="columns">
        {names.map((name) => (
          <TextField
            key={name}
            isNumber
            label={t.manage.limit[name]}
            value={counts.now[name]}
            problem={findProblem(name)}
            onInput={(value) => counts.put({ [name]: value.trim() })}
          />
        ))}
      </div>
      <Check
        on={!others.now.UseStandardizedQueries}
        onChange={(mayReplace) => others.put({ UseStandardizedQueries: !mayReplace })}
      >
        {t.manage.mayReplaceFilters}
      </Check>
      {!others.now.UseStandardizedQueries && hasFilter(managed) && (
        <Notice kind="warning">{t.manage.mayReplaceFiltersDetail}</Notice>
      )}
      {!others.now.capabilities.some((capability) => capability !== 'Map') && (
        <p class="soft">{t.manage.mapOnlyDetail}</p>
      )}
      <fieldset class="field check-row">
        <legend>{t.manage.capabilities}</legend>
        <Checks
          choices={capabilities.map((name) => [name, t.manage.capability[name]])}
          value={others.now.capabilities}
          onChange={(chosen) =>
            others.put({ capabilities: capabilities.filter((capability) => chosen.includes(capability)) })
          }
        />
      </fieldset>
    </Section>
  );
}
