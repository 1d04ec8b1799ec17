import { isSecret, type PortalRequest, type Wire } from './portal-request.ts';

/** The fields of a body or query in the order in which they are sent. */
export function fieldsIn(wire: Wire): [name: string, value: string | File][] {
  const { body, url } = wire;
  const isForm = body instanceof FormData || body instanceof URLSearchParams;
  return Array.from((isForm ? body : new URL(url).searchParams) as Iterable<[string, string | File]>);
}

/** The message as it is sent, one field a line; the token and passwords are elided. */
export function httpText(request: PortalRequest, wire: Wire, isWithToken: boolean): string {
  const { pathname, search, host } = new URL(wire.url);
  const lines = [`${wire.method} ${pathname}${search} HTTP/1.1`, `Host: ${host}`];
  if (isWithToken) lines.push('Authorization: Bearer …');
  if (!wire.body) return lines.join('\n');
  if (typeof wire.body === 'string') return [...lines, 'Content-Type: application/json', '', wire.body].join('\n');
  if (wire.body instanceof File) return [...lines, '', `@${wire.body.name} (${wire.body.size} bytes)`].join('\n');
  const isMultipart = wire.body instanceof FormData;
  lines.push(`Content-Type: ${isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}`, '');
  for (const [name, value] of fieldsIn(wire)) {
    const text = value instanceof File ? `@${value.name} (${value.size} bytes)` : value;
    lines.push(`${name}=${isSecret(request.operation, name) ? '…' : isMultipart ? text : encodeURIComponent(text)}`);
  }
  return lines.join('\n');
}
