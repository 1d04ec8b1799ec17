import { type Fault, quoteValue, type Value, wrongValue } from '../contract/index.ts';
import { describeToken, maxClauseLength, tokenize } from './where/tokens.ts';

/** Fields of a response. */
export interface FieldChoice {
  /** In the order of the response. */
  readonly fields: readonly Value<'Field'>[];
  /** As listed, without an added object ID. DISTINCT compares these fields. */
  readonly listed: readonly Value<'Field'>[];
}

/**
 * Read a SubFields list: comma-separated names in any case; repeated names count once. Empty and `*` mean all fields.
 * The object ID is put first if it isn't listed. The geometry is only included if it is listed or all fields are.
 *
 * @param fields visible fields of the table
 * @throws {Fault} `unknown-field` for a name that isn't a field, `bad-sql` if the text isn't a list of names
 */
export function chooseFields(
  text: string | undefined,
  fields: readonly Value<'Field'>[],
  path = 'SubFields',
): FieldChoice {
  const listed = listFields(text ?? '', fields, path);
  if (!listed) return { fields, listed: fields };
  const id = fields.find((field) => field.Type === 'gisFieldTypeOID');
  return { fields: id && !listed.includes(id) ? [id, ...listed] : listed, listed };
}

/** Read a list of field names; undefined if it means all fields. Throws the same faults as `chooseFields`. */
export function listFields(
  text: string,
  fields: readonly Value<'Field'>[],
  path: string,
): Value<'Field'>[] | undefined {
  const whole = wholeNames(text, fields);
  if (whole) return whole;
  const tokens = tokenize(text, path);
  const listed: Value<'Field'>[] = [];
  let all = tokens[0]!.kind === 'end';
  for (let index = 0; !all || index > 0; ) {
    const token = tokens[index++];
    if (!token || token.kind === 'end') break;
    if (token.key === '*') all = true;
    else {
      let name = token.text;
      if (token.kind !== 'word' && token.kind !== 'quoted') throw listFault(path, token.position, token.text);
      // A name may be qualified by its table.
      while (tokens[index]?.key === '.' && /word|quoted/.test(tokens[index + 1]?.kind ?? '')) {
        const full = `${name}.${tokens[index + 1]!.text}`;
        name = findField(fields, full) ? full : tokens[index + 1]!.text;
        index += 2;
      }
      const field = findField(fields, name);
      if (!field) {
        const shown = name.slice(0, 80);
        throw wrongValue('unknown-field', `${path} position ${token.position}`, 'a known field', quoteValue(shown));
      }
      if (!listed.includes(field)) listed.push(field);
    }
    const comma = tokens[index++]!;
    if (comma.kind === 'end') break;
    if (comma.key !== ',')
      throw wrongValue('bad-sql', `${path} position ${comma.position}`, '"," or the end', describeToken(comma));
    if (tokens[index]?.kind === 'end') throw listFault(path, tokens[index]!.position, 'the end');
  }
  return all ? undefined : listed;
}

/** Return the fields if every text between commas is a literal field name, spaces included; otherwise undefined. */
function wholeNames(text: string, fields: readonly Value<'Field'>[]): Value<'Field'>[] | undefined {
  if (text.length > maxClauseLength) return undefined;
  const named = new Set(text.split(',').map((part) => findField(fields, part.trim())));
  return named.has(undefined) ? undefined : ([...named] as Value<'Field'>[]);
}

const listFault = (path: string, position: number, actual: string): Fault =>
  wrongValue('bad-sql', `${path} position ${position}`, 'a field name or *', quoteValue(actual));

/**
 * Find a field by name, in any case, quoted or not. A field of a join may be named without its table if the name is
 * unique. Return undefined if no field matches.
 */
export function findField<T extends Pick<Value<'Field'>, 'Name'>>(fields: readonly T[], name: string): T | undefined {
  const lowered = name.replace(/^"(.+)"$/, '$1').toLowerCase();
  const field =
    fields.find((candidate) => candidate.Name === name) ??
    fields.find((candidate) => candidate.Name.toLowerCase() === lowered);
  if (field) return field;
  // All field names of a join contain a dot. In other tables a dot is an ordinary character.
  if (!fields[0]?.Name.includes('.')) return undefined;
  const endings = fields.filter((candidate) => candidate.Name.toLowerCase().endsWith(`.${lowered}`));
  return endings.length === 1 ? endings[0] : undefined;
}

/**
 * Return true if a PrefixClause is DISTINCT; false if it is ALL or empty.
 *
 * @throws {Fault} `bad-sql` for any other text
 */
export function isDistinct(text: string | undefined, path = 'PrefixClause'): boolean {
  const word = (text ?? '').trim().toUpperCase();
  if (word === '' || word === 'ALL') return false;
  if (word === 'DISTINCT') return true;
  throw wrongValue('bad-sql', path, 'DISTINCT or ALL', quoteValue(word));
}
