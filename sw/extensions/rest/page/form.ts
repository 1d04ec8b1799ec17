import { choicesOf } from '../../../contract/parameter.ts';
import { type Given, givenText } from '../../../endpoints/given.ts';
import { html, type Markup } from '../../../pages/html.ts';
import { field } from '../../../pages/page.ts';
import { formatsOf, type RestMatch, type RestParameter } from '../contract/index.ts';

/** Fields beyond these are folded away, unless they are required or have a value. */
const firstFields = 8;

type Parameter = readonly [name: string, RestParameter];

/** What people may fill in: all but what is not there. */
const fieldsOf = ({ row }: RestMatch): Parameter[] =>
  Object.entries(row.parameters).filter(([, { kind }]) => kind !== 'unused');

/** Whether a row has anything to fill in. */
export const hasForm = (match: RestMatch): boolean => fieldsOf(match).length > 0;

/** The text given for a parameter, by its name or another one that clients use. */
const textGiven = (given: Given, [name, { aliases = [] }]: Parameter): string | undefined =>
  [name, ...aliases].map((one) => givenText(given, one)).find((text) => text !== undefined);

/** Whether a request gives any of the parameters of a row. */
export const givesAny = (match: RestMatch, given: Given): boolean =>
  fieldsOf(match).some((parameter) => textGiven(given, parameter) !== undefined);

/** Make the form of a row from its parameters; it needs no script. */
export function resourceForm(match: RestMatch, given: Given, address: string): Markup {
  const fields = fieldsOf(match);
  const isSet = (one: Parameter) => textGiven(given, one) !== undefined;
  const isFirst = (one: Parameter) => one[1].required || fields.indexOf(one) < firstFields;
  const first = fields.filter(isFirst);
  const others = fields.filter((one) => !isFirst(one));
  const shown = (one: Parameter) => fieldOf(one, textGiven(given, one));
  const token = givenText(given, 'token');
  const more = html`<details${others.some(isSet) ? html` open` : undefined}><summary>${others.length} more parameters</summary><div class="fields">${others.map(shown)}</div></details>`;
  return html`<form class="wide" method="get" action="${address}#result">${token === undefined ? undefined : html`<input type="hidden" name="token" value="${token}">`}
<div class="fields">${first.map(shown)}<label>Format<span class="soft">of the response</span><select name="f">${formatsOf(match.row).map((format) => html`<option>${format}</option>`)}</select></label></div>
${others.length > 0 ? more : undefined}<div class="row"><button>Send (GET)</button><button class="plain" formmethod="post">Send (POST)</button></div></form>`;
}

function fieldOf([name, parameter]: Parameter, given: string | undefined): Markup {
  const { kind, doc, required } = parameter;
  const value = given ?? parameter.default ?? '';
  const choices = kind === 'boolean' ? ['true', 'false'] : choicesOf(parameter);
  if (choices.length > 0) {
    return field({ name, doc, required, control: 'select', options: value === '' ? ['', ...choices] : choices, value });
  }
  const isLong = kind === 'json' || kind === 'layerTexts' || kind === 'geometry';
  return field({ name, doc, required, control: isLong ? 'textarea' : 'text', value });
}
