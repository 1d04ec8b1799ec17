import { isSecret, type PortalRequest, type Wire } from './portal-request.ts';

/** The fields of a body or query in the order in which they are sent. */
export function fieldsIn(wire: Wire): [name: string, value: string | File][] {
  const from = wire.body ?? new URL(wire.url).searchParams;
  return Array.from(from as Iterable<[string, string | File]>);
}

/** The message as it goes out, one field in a line; token and passwords are only hinted at. */
export function httpText(request: PortalRequest, wire: Wire, isWithToken: boolean): string {
  const { pathname, search, host } = new URL(wire.url);
  const lines = [`${wire.method} ${pathname}${search} HTTP/1.1`, `Host: ${host}`];
  if (isWithToken) lines.push('Authorization: Bearer …');
  if (!wire.body) return lines.join('\n');
  const isMultipart = wire.body instanceof FormData;
  lines.push(`Content-Type: ${isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}`, '');
  for (const [name, value] of fieldsIn(wire)) {
    const text = value instanceof File ? `@${value.name} (${value.size} bytes)` : value;
    lines.push(`${name}=${isSecret(request.operation, name) ? '…' : isMultipart ? text : encodeURIComponent(text)}`);
  }
  return lines.join('\n');
}
