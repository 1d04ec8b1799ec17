import { badValue, Fault } from '../../contract/index.ts';
import { localForm } from '../../service/checks/local-address.ts';

/** Query parameters with which object stores and CDNs sign an address; the signatures expire. */
const signing =
  /^(x-amz-.*|x-goog-.*|awsaccesskeyid|googleaccessid|signature|expires|policy|key-pair-id|sig|se|sp|sv|sr|st|skoid|sktid|ske|sks|skt|skv|token|access_token|sas|hdnts|verify)$/i;

/** Address of a file, with and without its signature. */
export interface SourceAddress {
  /** Identifies the file, and is stored with it. */
  readonly address: string;
  /** The address to fetch. */
  readonly signedAddress: string;
}

/** Return a file's name for messages: host and path, or the file name of a local file. */
export function sourceName(address: string): string {
  const [, name] = localForm.exec(address) ?? [];
  if (name !== undefined) return unescapeName(name);
  const { host, pathname } = new URL(address);
  return `${host}${pathname}`;
}

function unescapeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Return the host of a file; empty for a local file. */
export const sourceHost = (address: string): string => new URL(address).host;

/**
 * Split the address of a file.
 *
 * @throws {Fault} `bad-value` if it isn't a web address, or contains a user name or password
 */
export function sourceAddress(text: string): SourceAddress {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw badValue('Address', 'an http or https URL', text);
  if (url.username || url.password)
    throw new Fault('bad-value', "Address: user names and passwords aren't allowed in a URL. Remove them.");
  url.hash = '';
  const signedAddress = url.href;
  for (const name of [...url.searchParams.keys()]) if (signing.test(name)) url.searchParams.delete(name);
  return { address: url.href, signedAddress };
}
