import { html, htmlPage, type Markup, type Piece } from '../../pages/html.ts';
import type { PortalOperationRow, PortalParameter } from '../contract/index.ts';

/** A link of a page, or of its breadcrumb. */
export interface PortalLink {
  readonly title: string;
  readonly href: string;
  readonly doc?: string;
}

export interface EntryLinks {
  readonly href?: string;
  readonly actions?: readonly PortalLink[];
}

export interface PortalForm {
  readonly title: string;
  readonly row: PortalOperationRow;
  readonly action: string;
  readonly nonce: string;
  /** Sent along unseen, and not part of the operation: the token. */
  readonly token: string | undefined;
  /** Initial values of the fields. */
  readonly values: Readonly<Record<string, string>>;
}

interface PortalPage {
  readonly title: string;
  readonly doc?: string;
  readonly trail: readonly PortalLink[];
  readonly notice?: string;
  /** The answer as JSON would give it. */
  readonly value?: unknown;
  readonly children?: readonly PortalLink[];
  readonly forms?: readonly PortalForm[];
  /** What a form takes away, a sentence each. */
  readonly goes?: readonly string[];
  /** Pages of operations that take something away. */
  readonly removals?: readonly PortalLink[];
  /** Where an entry of a list in the answer leads. */
  readonly entryLinks?: (member: string, entry: unknown) => EntryLinks;
  readonly status: number;
}

/** Answer a page of the portal: breadcrumb, properties, children and a form for each operation. It needs no script. */
export function portalPage(page: PortalPage): Response {
  const { title, doc, trail, notice, value, children = [], forms = [], goes = [], removals = [] } = page;
  const only = forms.length === 1 && value === undefined;
  return htmlPage(
    title,
    html`<nav aria-label="Breadcrumb">${trail.map((one, index) => html`${index ? ' / ' : ''}<a href="${one.href}">${one.title}</a>`)}</nav>
<h1>${title}</h1>${doc ? html`<p class="soft">${doc}</p>` : undefined}${notice ? html`<p class="notice" role="status">${notice}</p>` : undefined}
${value === undefined ? undefined : html`<div class="card">${shown(value, '', page)}</div>`}
${children.length ? html`<h2>Child resources</h2>${linkList(children)}` : undefined}
${goes.length ? html`<h2>What goes</h2><ul class="card">${goes.map((one) => html`<li>${one}</li>`)}</ul>` : undefined}
${only ? form(forms[0]!) : forms.length || removals.length ? html`<h2>Supported operations</h2>${forms.map((one) => html`<details${forms.length === 1 ? html` open` : undefined}><summary>${one.title} <span class="soft">${one.row.doc}</span></summary>${form(one)}</details>`)}${linkList(removals)}` : undefined}`,
    page.status,
  );
}

const linkList = (links: readonly PortalLink[]): Piece =>
  links.length === 0
    ? undefined
    : html`<ul>${links.map((one) => html`<li><a href="${one.href}">${one.title}</a> <span class="soft">${one.doc}</span></li>`)}</ul>`;

function shown(value: unknown, member: string, page: PortalPage): Piece {
  if (Array.isArray(value)) {
    if (value.length === 0) return html`<span class="soft">none</span>`;
    const items = value.map((entry: unknown) => html`<li>${linked(entry, member, page)}</li>`);
    return html`<ul>${items}</ul>`;
  }
  if (typeof value !== 'object' || value === null) return text(value, member);
  const entries = Object.entries(value).map(
    ([name, inner]) => html`<dt>${name}</dt><dd>${shown(inner, name, page)}</dd>`,
  );
  return html`<dl>${entries}</dl>`;
}

function linked(entry: unknown, member: string, page: PortalPage): Piece {
  const { href, actions = [] } = page.entryLinks?.(member, entry) ?? {};
  const links = actions.map((one) => html`<a href="${one.href}">${one.title}</a> `);
  if (href === undefined) return [shown(entry, member, page), ...links];
  if (typeof entry !== 'object' || entry === null) return html`<a href="${href}">${String(entry)}</a>`;
  const { title, name, username, key, syncId, id } = entry as Readonly<Record<string, unknown>>;
  return html`<a href="${href}">${String(title ?? name ?? username ?? key ?? syncId ?? id)}</a>${shown(entry, member, page)}`;
}

const timeNames =
  /^(created|modified|expires|when|received|startTime|endTime|lastSyncSuccess|nextRun|nextAttempt|triggerTime)$/;

function text(value: unknown, member: string): Piece {
  if (typeof value === 'number' && timeNames.test(member)) {
    return value > 0
      ? html`${new Date(value).toISOString()} <span class="soft">${value}</span>`
      : html`<span class="soft">never</span>`;
  }
  return value === null || value === '' ? html`<span class="soft">empty</span>` : String(value);
}

function form({ title, row, action, nonce, token, values }: PortalForm): Markup {
  const parameters = Object.entries(row.parameters);
  const hasFile = parameters.some(([, parameter]) => parameter.kind === 'file');
  const encoding = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  return html`<form method="post" action="${action}" enctype="${encoding}">
<input type="hidden" name="nonce" value="${nonce}">${token === undefined ? undefined : html`<input type="hidden" name="token" value="${token}">`}
${parameters.map(([name, parameter]) => field(name, parameter, values[name]))}
<label>Format<select name="f">${['html', 'json', 'pjson'].map((format) => html`<option>${format}</option>`)}</select></label>
<button>${title}</button></form>`;
}

function field(name: string, parameter: PortalParameter, given: string | undefined): Markup {
  const { kind, doc, required, choices } = parameter;
  const value = given ?? (parameter.default === undefined ? '' : String(parameter.default));
  const needed = required ? html` required` : undefined;
  const control = (): Markup => {
    const options = choices ?? (kind === 'boolean' ? ['true', 'false'] : undefined);
    if (options) {
      const all = required ? options : ['', ...options];
      return html`<select name="${name}"${needed}>${all.map((one) => html`<option${one === value ? html` selected` : undefined}>${one}</option>`)}</select>`;
    }
    switch (kind) {
      case 'text':
      case 'json':
        return html`<textarea name="${name}"${needed}>
${value}</textarea>`;
      case 'file':
        return html`<input type="file" name="${name}"${needed}>`;
      case 'password':
        // Never written back into a page.
        return html`<input type="password" name="${name}" autocomplete="off"${needed}>`;
      case 'integer':
        return html`<input type="number" step="1" name="${name}" value="${value}"${needed}>`;
      default:
        return html`<input name="${name}" value="${value}"${needed}>`;
    }
  };
  return html`<label>${name}${required ? ' *' : ''}<span class="soft">${doc}</span>${control()}</label>`;
}
