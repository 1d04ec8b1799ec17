import type { Value } from '../../../../sw/contract/index.ts';
import { publishText as t } from '../../../text/publish-text.ts';
import { isText, isWhole } from './parts-of.ts';

type Domain = Value<'Domain'>;
type Field = Value<'Field'>;
type Any = Value<'CodedValue'>['Code'];

/** A domain as it is typed. */
export interface DomainForm {
  readonly kind: 'none' | 'coded' | 'range';
  readonly name: string;
  readonly codes: readonly { readonly code: string; readonly name: string }[];
  readonly least: string;
  readonly most: string;
}

/** Put a domain into words that can be typed over. */
export function formOfDomain(domain: Domain | null | undefined, field: Field): DomainForm {
  const none = { kind: 'none' as const, name: field.Name, codes: [], least: '', most: '' };
  if (!domain) return none;
  const name = domain.DomainName;
  if (domain.type === 'RangeDomain')
    return { ...none, kind: 'range', name, least: wordOf(domain.MinValue), most: wordOf(domain.MaxValue) };
  if (!('CodedValues' in domain)) return none;
  const codes = domain.CodedValues.map(({ Code, Name }) => ({ code: wordOf(Code), name: Name }));
  return { ...none, kind: 'coded', name, codes };
}

/** Say in a few words what the values may be. */
export function domainWords(domain: Domain | null | undefined): string {
  if (!domain) return t.manage.domainKind.none;
  if (domain.type === 'RangeDomain') return `${wordOf(domain.MinValue)} – ${wordOf(domain.MaxValue)}`;
  return 'CodedValues' in domain ? `${domain.DomainName} (${domain.CodedValues.length})` : t.manage.domainKind.none;
}

/** What is wrong with the codes or the range; undefined when nothing is. */
export function domainProblem(form: DomainForm, field: Field): string | undefined {
  if (form.kind === 'range') {
    const [least, most] = [numberOf(form.least, field), numberOf(form.most, field)];
    return least === undefined || most === undefined || least > most ? t.manage.rangeBad : undefined;
  }
  if (form.kind !== 'coded') return undefined;
  const codes = form.codes.map(({ code }) => (isText(field.Type) ? code : numberOf(code, field)));
  const isBad = codes.length === 0 || codes.includes(undefined) || new Set(codes).size < codes.length;
  return isBad || form.codes.some(({ code }) => code === '') ? t.manage.codeBad : undefined;
}

/** The domain that a form without problems means; null for none. */
export function domainOfForm(form: DomainForm, field: Field): Domain | null {
  if (form.kind === 'none') return null;
  const common = {
    DomainName: form.name.trim() || field.Name,
    FieldType: field.Type,
    MergePolicy: 'gisMPTDefaultValue',
    SplitPolicy: 'gisSPTDuplicate',
  } as const;
  const codeOf = (text: string): Any => (isText(field.Type) ? text : typed(Number(text), field));
  if (form.kind === 'range')
    return { type: 'RangeDomain', ...common, MinValue: codeOf(form.least), MaxValue: codeOf(form.most) };
  const CodedValues = form.codes.map(({ code, name }) => ({ Name: name.trim() || code, Code: codeOf(code) }));
  return { type: 'CodedValueDomain', ...common, CodedValues };
}

function typed(value: number, field: Field): Any {
  if (field.Type === 'gisFieldTypeSmallInteger') return { type: 'short', value };
  return isWhole(field.Type) ? { type: 'int', value } : value;
}

function numberOf(text: string, field: Field): number | undefined {
  if (!/^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text.trim())) return undefined;
  const value = Number(text);
  return isWhole(field.Type) && !Number.isInteger(value) ? undefined : value;
}

const wordOf = (value: Any): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && 'value' in value ? String(value.value) : String(value);
};
