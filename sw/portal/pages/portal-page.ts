import type { Parameter } from '../../contract/parameter.ts';
import { html, type Markup, type Piece } from '../../pages/html.ts';
import { cards, field, framePage, linkList, type PageLink } from '../../pages/page.ts';
import type { PortalOperationRow } from '../contract/index.ts';

export interface EntryLinks {
  readonly href?: string;
  readonly actions?: readonly PageLink[];
}

export interface PortalForm {
  readonly title: string;
  readonly row: PortalOperationRow;
  readonly action: string;
  readonly nonce: string;
  /** Hidden field that isn't part of the operation: the token. */
  readonly token: string | undefined;
  /** Initial values of the fields. */
  readonly values: Readonly<Record<string, string>>;
}

interface PortalPage {
  readonly title: string;
  readonly doc?: string;
  readonly trail: readonly PageLink[];
  readonly links?: readonly PageLink[];
  readonly notice?: string | undefined;
  /** The response, as in JSON. */
  readonly value?: unknown;
  readonly children?: readonly PageLink[];
  readonly forms?: readonly PortalForm[];
  /** Pages of operations that delete something. */
  readonly removals?: readonly PageLink[];
  /** Returns the link of an entry of a list in the response. */
  readonly entryLinks?: (member: string, entry: unknown) => EntryLinks;
  readonly status: number;
}

/**
 * Return a page of the portal: breadcrumbs, properties, children, and a form for each operation. It needs no scripts.
 */
export function portalPage(page: PortalPage): Response {
  const { title, doc, trail, links = [], notice, value, children = [], forms = [], removals = [] } = page;
  const only = forms.length === 1 && value === undefined;
  return framePage({
    title,
    doc,
    trail,
    links,
    status: page.status,
    body: html`${notice ? html`<p class="notice" role="status">${notice}</p>` : undefined}${value === undefined ? undefined : (portalCards(page) ?? html`<div class="card">${shown(value, '', page)}</div>`)}
${children.length ? html`<h2>Child resources</h2>${linkList(children)}` : undefined}
${only ? form(forms[0]!) : forms.length || removals.length ? html`<h2>Supported operations</h2>${forms.map((one) => html`<details${forms.length === 1 ? html` open` : undefined}><summary>${one.title} <span class="soft">${one.row.doc}</span></summary>${form(one)}</details>`)}${linkList(removals)}` : undefined}`,
  });
}

/** Write the portals of this browser as cards; undefined for other responses. */
function portalCards({ value, entryLinks }: PortalPage): Markup | undefined {
  const { portals } = value as { readonly portals?: readonly Readonly<Record<string, unknown>>[] };
  if (!portals) return undefined;
  return cards(
    portals.map((portal) => ({
      title: String(portal.name),
      href: entryLinks?.('portals', portal).href ?? '',
      description: String(portal.description),
      facts: [...(portal.isDefault ? ['Default portal'] : []), `created ${dateText(Number(portal.created))}`],
    })),
  );
}

const dateText = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10);

function shown(value: unknown, member: string, page: PortalPage): Piece {
  if (Array.isArray(value)) {
    if (value.length === 0) return html`<span class="soft">none</span>`;
    const items = value.map((entry: unknown) => html`<li>${renderCell(entry, member, page)}</li>`);
    return html`<ul>${items}</ul>`;
  }
  if (typeof value !== 'object' || value === null) return text(value, member);
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => html`<dt>${name}</dt><dd>${shown(inner, name, page)}</dd>`);
  return html`<dl>${entries}</dl>`;
}

function renderCell(entry: unknown, member: string, page: PortalPage): Piece {
  const { href, actions = [] } = page.entryLinks?.(member, entry) ?? {};
  const links = actions.map((action) => html`<a href="${action.href}">${action.title}</a> `);
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
${parameters.map(([name, parameter]) => makeField(name, parameter, values[name]))}
<label>Format<select name="f">${['html', 'json', 'pjson'].map((format) => html`<option>${format}</option>`)}</select></label>
<button>${title}</button></form>`;
}

const controls = { text: 'textarea', json: 'textarea', file: 'file', password: 'password', integer: 'number' } as const;

function makeField(name: string, parameter: Parameter, fieldValue: string | undefined): Markup {
  const { kind, doc, required } = parameter;
  const value = fieldValue ?? (parameter.default === undefined ? '' : String(parameter.default));
  const choices = parameter.choices ?? (kind === 'boolean' ? ['true', 'false'] : undefined);
  if (choices)
    return field({ name, doc, required, control: 'select', options: required ? choices : ['', ...choices], value });
  return field({ name, doc, required, control: controls[kind as keyof typeof controls] ?? 'text', value });
}
