import type { PresentationDefinition } from '../../../sw/rows/manifest.ts';
import { publishText as t } from '../text/publish-text.ts';

export type Subtypes = NonNullable<PresentationDefinition['subtypes']>;
type Kind = Subtypes['kinds'][number];

/** A kind of rows as it is typed. */
interface SubtypeRow {
  readonly code: string;
  readonly name: string;
  readonly domains: Kind['domains'];
}

/** A kind whose number is none yet keeps what was typed: it is never saved like this. */
type TypedSubtype = Kind & { readonly typed?: string };

export const emptySubtype: SubtypeRow = { code: '', name: '', domains: {} };

/** Put the kinds into words that can be typed over. */
export const subtypeRows = (kinds: readonly TypedSubtype[]): SubtypeRow[] =>
  kinds.map(({ code, name, domains, typed }) => ({ code: typed ?? String(code), name, domains }));

/** The kinds that rows mean; a number that is none is NaN. */
export const subtypesOfForm = (rows: readonly SubtypeRow[]): TypedSubtype[] =>
  rows.map(({ code, name, domains }) =>
    isNumber(code) ? { code: Number(code), name, domains } : { code: Number.NaN, name, domains, typed: code },
  );

/** The positions of kinds whose number is none, or another one's. */
export function badSubtypes(kinds: Subtypes['kinds']): ReadonlySet<number> {
  const codes = kinds.map(({ code }) => code);
  return new Set([...codes.keys()].filter((at) => Number.isNaN(codes[at]) || codes.indexOf(codes[at]!) < at));
}

/** What is wrong with the numbers of kinds; undefined when nothing is. */
export const subtypeProblem = (kinds: Subtypes['kinds']): string | undefined =>
  badSubtypes(kinds).size > 0 ? t.manage.subtypeBad : undefined;

/** The kinds with a domain for a field in one of them: null for any value, undefined for that of the table. */
export function withDomain(
  kinds: Subtypes['kinds'],
  at: number,
  field: string,
  domain: Kind['domains'][string] | undefined,
): Subtypes['kinds'] {
  const kind = kinds[at]!;
  const { [field]: _, ...rest } = kind.domains;
  return kinds.with(at, { ...kind, domains: domain === undefined ? rest : { ...rest, [field]: domain } });
}

/** The kinds when another field tells them: it has no values of its own in them. */
export const withField = (field: string, kinds: Subtypes['kinds']): Subtypes => ({
  field,
  kinds: kinds.map((_, at) => withDomain(kinds, at, field, undefined)[at]!),
});

function isNumber(text: string): boolean {
  const code = Number(text);
  return /^-?\d+$/.test(text.trim()) && code === (code | 0);
}
