import type { Value } from '../../../sw/contract/index.ts';
import { publishText as t } from '../text/publish-text.ts';
import { isText, isWhole } from './managed-parts.ts';

type Domain = Value<'Domain'>;
type Field = Value<'Field'>;
type Any = Value<'CodedValue'>['Code'];

/** A domain as typed, with the default value. */
export interface DomainForm {
  /** `table`: inherit the domain of the table. */
  readonly kind: 'table' | 'none' | 'coded' | 'range';
  readonly name: string;
  readonly codes: readonly { readonly code: string; readonly name: string }[];
  readonly minimum: string;
  readonly maximum: string;
  /** Empty for none. */
  readonly defaultValue: string;
}

/** Convert a domain and a default value to form values. */
export function formOfDomain(domain: Domain | null | undefined, field: Field, defaultValue: Any = null): DomainForm {
  const none = {
    kind: 'none' as const,
    name: field.Name,
    codes: [],
    minimum: '',
    maximum: '',
    defaultValue: valueToText(defaultValue),
  };
  if (!domain) return none;
  const name = domain.DomainName;
  if (domain.type === 'RangeDomain')
    return {
      ...none,
      kind: 'range',
      name,
      minimum: valueToText(domain.MinValue),
      maximum: valueToText(domain.MaxValue),
    };
  if (!('CodedValues' in domain)) return none;
  const codes = domain.CodedValues.map(({ Code, Name }) => ({ code: valueToText(Code), name: Name }));
  return { ...none, kind: 'coded', name, codes };
}

const namesShown = 3;

/** Summarize the allowed values. */
export function domainText(domain: Domain | null | undefined): string {
  if (domain?.type === 'RangeDomain') return `${valueToText(domain.MinValue)} – ${valueToText(domain.MaxValue)}`;
  if (!domain || !('CodedValues' in domain)) return t.manage.domainKind.none;
  const names = domain.CodedValues.slice(0, namesShown).map(({ Name }) => Name);
  return [...names, ...(domain.CodedValues.length > namesShown ? ['…'] : [])].join(', ');
}

/** Describe an inherited domain, with its values if there are any. */
export const tableDomainText = (domain: Domain | null | undefined): string =>
  domain ? `${t.manage.asInTable} (${domainText(domain)})` : t.manage.asInTable;

/** Return the problem with the codes or the range; undefined if there is none. */
export function domainProblem(form: DomainForm, field: Field): string | undefined {
  if (form.kind === 'range') {
    const [minimum, maximum] = [parseNumber(form.minimum, field), parseNumber(form.maximum, field)];
    return minimum === undefined || maximum === undefined || minimum > maximum ? t.manage.rangeBad : undefined;
  }
  if (form.kind !== 'coded') return undefined;
  return form.codes.length === 0 || badCodes(form, field).size > 0 ? t.manage.codeBad : undefined;
}

/** Return the indices of invalid and duplicate codes. */
export function badCodes({ codes }: DomainForm, field: Field): ReadonlySet<number> {
  const seen = new Set<string | number>();
  const bad = new Set<number>();
  for (const [index, { code }] of codes.entries()) {
    const value = codeKey(code, field);
    if (value === undefined || seen.has(value)) bad.add(index);
    else seen.add(value);
  }
  return bad;
}

/** Return the problem with the default value; undefined if there is none. The domain must be valid. */
export function defaultValueProblem(form: DomainForm, field: Field): string | undefined {
  if (form.defaultValue === '') return undefined;
  const value = codeKey(form.defaultValue, field);
  if (value === undefined) return t.manage.defaultValueBad;
  const isOutside =
    form.kind === 'coded'
      ? !form.codes.some(({ code }) => codeKey(code, field) === value)
      : form.kind === 'range' && (Number(value) < Number(form.minimum) || Number(value) > Number(form.maximum));
  return isOutside ? t.manage.defaultValueOutside : undefined;
}

/** Return the default value of a valid form; null for none. */
export const parseDefaultValue = ({ defaultValue }: DomainForm, field: Field): Any =>
  defaultValue === '' ? null : parseCode(defaultValue, field);

/** Return the domain of a valid form; null for none, undefined for the domain of the table. */
export function domainOfForm(form: DomainForm, field: Field): Domain | null | undefined {
  if (form.kind === 'table') return undefined;
  if (form.kind === 'none') return null;
  const common = {
    DomainName: form.name.trim() || field.Name,
    FieldType: field.Type,
    MergePolicy: 'gisMPTDefaultValue',
    SplitPolicy: 'gisSPTDuplicate',
  } as const;
  if (form.kind === 'range')
    return {
      type: 'RangeDomain',
      ...common,
      MinValue: parseCode(form.minimum, field),
      MaxValue: parseCode(form.maximum, field),
    };
  const CodedValues = form.codes.map(({ code, name }) => ({
    Name: name.trim() || code,
    Code: parseCode(code, field),
  }));
  return { type: 'CodedValueDomain', ...common, CodedValues };
}

const parseCode = (text: string, field: Field): Any => (isText(field.Type) ? text : toTypedValue(Number(text), field));

/** Convert text to a value for comparing codes; undefined if the text isn't a valid value for the field. */
function codeKey(text: string, field: Field): string | number | undefined {
  if (text === '') return undefined;
  return isText(field.Type) ? text : parseNumber(text, field);
}

function toTypedValue(value: number, field: Field): Any {
  if (field.Type === 'gisFieldTypeSmallInteger') return { type: 'short', value };
  return isWhole(field.Type) ? { type: 'int', value } : value;
}

function parseNumber(text: string, field: Field): number | undefined {
  if (!/^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text.trim())) return undefined;
  const value = Number(text);
  return isWhole(field.Type) && !Number.isInteger(value) ? undefined : value;
}

const valueToText = (value: Any): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && 'value' in value ? String(value.value) : String(value);
};
