import type { Context } from '../../context.ts';
import { inPath } from '../../contract/in-path.ts';
import { Fault } from '../../contract/index.ts';
import { trimLetters } from '../../contract/trim-letters.ts';
import { type PageLink, splitCamelCase } from '../../pages/page.ts';
import { authorize, type RequestedResource } from '../authorize.ts';
import { type Found, findOperation } from '../contract/find-operation.ts';
import { type PortalOperationName, portalOperations, portalRow } from '../contract/index.ts';
import { portalCode, portalErrorBody } from '../error-body.ts';
import { makeNonce } from '../nonce.ts';
import type { Given } from '../parameters.ts';
import { nobody, type Principal } from '../principal.ts';
import { type EntryLinks, type PortalForm, portalPage } from './portal-page.ts';

/** A request for a page, with the parts that have been parsed. */
export interface Shown {
  readonly context: Context;
  readonly url: URL;
  /** Path below the root of the interface. */
  readonly below: string;
  readonly found: Found | undefined;
  readonly principal: Principal;
  readonly requested: RequestedResource | undefined;
  readonly token: string | undefined;
  readonly status: number;
}

const names = Object.keys(portalOperations) as PortalOperationName[];

/** Write a page with the response of an operation, links to its children, and forms for further operations. */
export async function answerPage(shown: Shown, value: unknown): Promise<Response> {
  const { found, status } = shown;
  const operation = found?.operation ?? 'portals';
  const row = portalRow(operation);
  return portalPage({
    title: splitCamelCase(operation),
    doc: row.doc,
    trail: makeTrail(shown, readName(value)),
    value,
    status,
    links: operation === 'portals' ? catalogueLinks(shown) : [],
    children:
      row.effect === 'read' ? listChildLinks(shown, operation, value) : listSignedInLinks(shown, operation, value),
    forms: row.effect === 'read' ? await formsBelow(shown, operation, value) : [],
    removals: row.effect === 'read' ? removalsBelow(shown, operation) : [],
    entryLinks: (member, entry) => entryLinks(shown, operation, member, entry),
  });
}

/**
 * Return the link to the page of an entry in a response, or links to its operations if it has no page.
 *
 * @param entry an object of a list, or the name of a part
 */
function entryLinks(shown: Shown, operation: PortalOperationName, member: string, entry: unknown): EntryLinks {
  const row = portalRow(operation);
  const isList = row.list?.member === member;
  const record = (typeof entry === 'string' ? { id: entry } : (entry ?? {})) as Readonly<Record<string, unknown>>;
  const id = record[isList ? row.list!.id : 'id'];
  if (typeof id !== 'string' && typeof id !== 'number') return {};
  const last = `${isList ? '' : `/${member}`}/${inPath(String(id))}`;
  const currentPath = shown.url.pathname.replace(/\/$/, '') + last;
  const pattern = isList ? row.path : `${row.path}/${member}`;
  // Map services have their own pages, which aren't below the list.
  const isBelow = (name: PortalOperationName, form: RegExp): boolean => {
    const { path } = portalRow(name);
    return path.startsWith(`${pattern}/`) && form.test(path.slice(pattern.length));
  };
  if (names.some((name) => isBelow(name, /^\/\{\w+\+?\}$/))) return { href: withToken(shown, currentPath) };
  const requested = {
    ...shown.requested,
    scope: { ...shown.requested?.scope, owner: record.owner },
    username: id,
  } as RequestedResource;
  const actions = names.filter(
    (name) =>
      portalRow(name).effect === 'write' &&
      isBelow(name, /^\/\{\w+\}\/\w+$/) &&
      isAllowed({ ...shown, requested }, name),
  );
  return { actions: actions.map((name) => linkTo(shown, name, `${currentPath}/${lastWord(name)}`)) };
}

/**
 * Write the form of an operation, for a user who opens its URL or whose form wasn't from this app.
 *
 * @param requestParameters parameters of the request; they fill the fields except passwords and files
 * @param present current state of the resource; it fills the other fields
 */
export async function formPage(
  shown: Shown,
  operation: PortalOperationName,
  requestParameters: Given,
  present: unknown,
  notice?: string,
): Promise<Response> {
  const row = portalRow(operation);
  const values = presentValues(operation, present);
  for (const name of Object.keys(row.parameters)) {
    const value = requestParameters.values.get(name);
    if (typeof value === 'string') values[name] = value;
  }
  return portalPage({
    title: splitCamelCase(operation),
    doc: row.doc,
    trail: makeTrail(shown, readName(present)),
    status: shown.status,
    notice,
    forms: [await makeOperationForm(shown, operation, shown.url.pathname, values)],
  });
}

/** Check whether the form of an operation must show current values, because an empty field can clear a value. */
export function showsPresent(operation: PortalOperationName): boolean {
  return Object.values(portalRow(operation).parameters).some((parameter) => parameter.clears);
}

function presentValues(operation: PortalOperationName, present: unknown): Record<string, string> {
  const values: Record<string, string> = {};
  if (!showsPresent(operation)) return values;
  const record = (present ?? {}) as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(portalRow(operation).parameters)) {
    const value = record[name];
    if (Array.isArray(value)) values[name] = value.join(', ');
    else if (['string', 'number', 'boolean'].includes(typeof value)) values[name] = String(value);
  }
  return values;
}

/** Write a page with a fault, and a link to sign in if the fault requires it. */
export async function errorPage(shown: Shown, fault: Fault): Promise<Response> {
  const code = portalCode(fault);
  const needsSignIn = code === 499 || code === 498;
  const signedOut = { ...shown, token: undefined };
  const path = `${portalRoot(shown)}portals/${shown.found?.path.portalId ?? 'self'}/generateToken`;
  return portalPage({
    title: `Error ${code}`,
    trail: makeTrail(shown),
    notice: fault.message,
    value: portalErrorBody(fault),
    status: shown.status,
    forms: needsSignIn ? [await makeOperationForm(signedOut, 'generatePortalToken', path, {})] : [],
  });
}

/** Return the path of the interface's root, with any prefix that the request used. */
const portalRoot = ({ url, below }: Shown): string =>
  url.pathname.slice(0, trimLetters(url.pathname, '/').length - below.length);

const withToken = ({ token }: Shown, path: string): string =>
  token === undefined ? path : `${path}?token=${encodeURIComponent(token)}`;

/** Return links to the other catalogues of this browser. */
const catalogueLinks = (shown: Shown): PageLink[] => [
  { title: 'Services', href: withToken(shown, `${shown.context.base}services`) },
  { title: 'REST services', href: withToken(shown, `${shown.context.base}rest/services`) },
];

/**
 * Return the breadcrumbs of a page, with names instead of IDs.
 *
 * @param name name of the last resource in the path
 */
function makeTrail(shown: Shown, name?: string): PageLink[] {
  const root = portalRoot(shown);
  const trail: PageLink[] = [{ title: 'Soapstone', href: shown.context.base }];
  const { path = {} } = shown.found ?? {};
  const { portal, collaboration, workspace } = shown.requested?.scope ?? {};
  const named = new Map([
    [Object.values(path).at(-1), name],
    [path.portalId, portal?.name],
    [path.collaborationId, collaboration?.name],
    [path.workspaceId, workspace?.name],
  ]);
  const segments = shown.below.split('/');
  for (let depth = 1; depth <= segments.length; depth++) {
    const below = segments.slice(0, depth).join('/');
    if (!isKnownPath(below)) continue;
    const segment = decodeSegment(segments[depth - 1]!);
    trail.push({
      title: named.get(segment) ?? (depth === 1 ? splitCamelCase(segment) : segment),
      href: withToken(shown, root + below),
    });
  }
  return trail;
}

/** Return the display name of the resource in a response; undefined for a list or a resource without a name. */
function readName(value: unknown): string | undefined {
  const { title, name } = (value ?? {}) as { readonly title?: unknown; readonly name?: unknown };
  return [title, name].find((candidate) => typeof candidate === 'string');
}

function isKnownPath(path: string): boolean {
  try {
    return findOperation(path) !== undefined;
  } catch {
    return false;
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** List the operations one segment below another: `portals/{portalId}/webhooks` is below `portals/{portalId}`. */
function below(operation: PortalOperationName, effect: 'read' | 'write'): PortalOperationName[] {
  const { path } = portalRow(operation);
  return names.filter((name) => {
    const row = portalRow(name);
    if (row.effect !== effect || !row.path.startsWith(`${path}/`)) return false;
    return /^[^/{]+$/.test(row.path.slice(path.length + 1));
  });
}

const lastWord = (operation: PortalOperationName): string => portalRow(operation).path.split('/').at(-1)!;

function listChildLinks(shown: Shown, operation: PortalOperationName, value: unknown): PageLink[] {
  const currentPath = shown.url.pathname.replace(/\/$/, '');
  return (
    below(operation, 'read')
      // Map services and references have no data.
      .filter(
        (name) =>
          isAllowed(shown, name) && (name !== 'itemData' || (value as { fileName?: string }).fileName !== undefined),
      )
      .map((name) => linkTo(shown, name, `${currentPath}/${lastWord(name)}`))
  );
}

/** Return links for a user who has just signed in. Without scripts and cookies, links must contain the token. */
function listSignedInLinks(shown: Shown, operation: PortalOperationName, value: unknown): PageLink[] {
  const { token } = (value ?? {}) as { readonly token?: unknown };
  if (portalRow(operation).group !== 'sign-in' || typeof token !== 'string') return [];
  const href = withToken({ ...shown, token }, `${portalRoot(shown)}portals/self`);
  return [
    { title: 'Open the portal', href, doc: 'Signed in as the account of this token.' },
    {
      title: 'Services',
      href: withToken({ ...shown, token }, `${shown.context.base}services`),
      doc: 'Private ones, too.',
    },
  ];
}

function formsBelow(shown: Shown, operation: PortalOperationName, value: unknown): Promise<PortalForm[]> {
  const currentPath = shown.url.pathname.replace(/\/$/, '');
  const allowed = below(operation, 'write').filter((name) => !takesAway(name) && isAllowed(shown, name));
  return Promise.all(
    allowed.map((name) =>
      makeOperationForm(shown, name, `${currentPath}/${lastWord(name)}`, presentValues(name, value)),
    ),
  );
}

/** Check whether an operation deletes something and has no parameters to fill in. */
const takesAway = (operation: PortalOperationName): boolean =>
  /^(delete|remove|revoke|deactivate)/.test(operation) && Object.keys(portalRow(operation).parameters).length === 0;

/** Link to pages for deleting operations, so that one click can't delete anything. */
function removalsBelow(shown: Shown, operation: PortalOperationName): PageLink[] {
  const currentPath = shown.url.pathname.replace(/\/$/, '');
  return below(operation, 'write')
    .filter((name) => takesAway(name) && isAllowed(shown, name))
    .map((name) => linkTo(shown, name, `${currentPath}/${lastWord(name)}`));
}

const linkTo = (shown: Shown, name: PortalOperationName, path: string): PageLink => ({
  title: splitCamelCase(name),
  href: withToken(shown, path),
  doc: portalRow(name).doc,
});

/** Check whether to show a form. Forms that would always be refused are hidden. */
function isAllowed({ principal, requested }: Shown, operation: PortalOperationName): boolean {
  if (!requested) return false;
  // A signed-in user doesn't need to sign in again.
  if (portalRow(operation).group === 'sign-in' && portalRow(operation).allow === 'anyone') return principal === nobody;
  try {
    authorize(principal, operation, requested);
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

async function makeOperationForm(
  { context, token }: Shown,
  operation: PortalOperationName,
  action: string,
  values: Readonly<Record<string, string>>,
): Promise<PortalForm> {
  const nonce = await makeNonce(context, action);
  return { title: splitCamelCase(operation), row: portalRow(operation), action, nonce, token, values };
}
