import { Fault } from '../../contract/index.ts';
import { localForm } from '../../service/checks/local-address.ts';

/** Parameters by which object stores and content networks sign an address; they are worth nothing to anybody after a while. */
const signing =
  /^(x-amz-.*|x-goog-.*|awsaccesskeyid|googleaccessid|signature|expires|policy|key-pair-id|sig|se|sp|sv|sr|st|skoid|sktid|ske|sks|skt|skv|token|access_token|sas|hdnts|verify)$/i;

/** Where a file is, apart from what signs its address. */
export interface SourceAddress {
  /** Names the file, and is stored with it. */
  readonly address: string;
  /** What is fetched. */
  readonly signedAddress: string;
}

/** How a file is called in messages: host and path, or its name where it is on this computer. */
export function sourceName(address: string): string {
  const [, name] = localForm.exec(address) ?? [];
  if (name !== undefined) return unescaped(name);
  const { host, pathname } = new URL(address);
  return `${host}${pathname}`;
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The host of a file; empty for one on this computer. */
export const sourceHost = (address: string): string => new URL(address).host;

/**
 * Take the address of a file apart.
 *
 * @throws {Fault} `bad-value` for what is no address on the web, or has a password in it
 */
export function sourceAddress(text: string): SourceAddress {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Fault('bad-value', `An address that begins with https:// expected, "${text.slice(0, 200)}" found.`);
  if (url.username || url.password)
    throw new Fault('bad-value', 'An address without a user name and a password expected.');
  url.hash = '';
  const signedAddress = url.href;
  for (const name of [...url.searchParams.keys()]) if (signing.test(name)) url.searchParams.delete(name);
  return { address: url.href, signedAddress };
}
