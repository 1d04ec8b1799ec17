import type { PresentationDefinition } from '../../../sw/rows/manifest.ts';
import { publishText as t } from '../text/publish-text.ts';

export type Subtypes = NonNullable<PresentationDefinition['subtypes']>;
type Kind = Subtypes['kinds'][number];

/** A subtype as typed. */
interface SubtypeRow {
  readonly code: string;
  readonly name: string;
  readonly domains: Kind['domains'];
}

/** A subtype with an invalid code keeps the typed text. It is never saved in this form. */
type TypedSubtype = Kind & { readonly typed?: string };

export const emptySubtype: SubtypeRow = { code: '', name: '', domains: {} };

/** Convert subtypes to form rows. */
export const subtypeRows = (kinds: readonly TypedSubtype[]): SubtypeRow[] =>
  kinds.map(({ code, name, domains, typed }) => ({ code: typed ?? String(code), name, domains }));

/** Convert form rows to subtypes; an invalid code becomes NaN. */
export const subtypesOfForm = (rows: readonly SubtypeRow[]): TypedSubtype[] =>
  rows.map(({ code, name, domains }) =>
    isNumber(code) ? { code: Number(code), name, domains } : { code: Number.NaN, name, domains, typed: code },
  );

/** Return the indices of subtypes with an invalid or duplicate code. */
export function badSubtypes(kinds: Subtypes['kinds']): ReadonlySet<number> {
  const codes = kinds.map(({ code }) => code);
  return new Set(
    [...codes.keys()].filter((index) => Number.isNaN(codes[index]) || codes.indexOf(codes[index]!) < index),
  );
}

/** Return the problem with subtype codes; undefined if there is none. */
export const subtypeProblem = (kinds: Subtypes['kinds']): string | undefined =>
  badSubtypes(kinds).size > 0 ? t.manage.subtypeBad : undefined;

/** Set the domain of a field in one subtype: null for any value, undefined for the domain of the table. */
export function withDomain(
  kinds: Subtypes['kinds'],
  index: number,
  field: string,
  domain: Kind['domains'][string] | undefined,
): Subtypes['kinds'] {
  const kind = kinds[index]!;
  const { [field]: _, ...rest } = kind.domains;
  return kinds.with(index, { ...kind, domains: domain === undefined ? rest : { ...rest, [field]: domain } });
}

/** Use another field for subtypes, and remove its domains from them. */
export const withField = (field: string, kinds: Subtypes['kinds']): Subtypes => ({
  field,
  kinds: kinds.map((_, index) => withDomain(kinds, index, field, undefined)[index]!),
});

function isNumber(text: string): boolean {
  const code = Number(text);
  return /^-?\d+$/.test(text.trim()) && code === (code | 0);
}
