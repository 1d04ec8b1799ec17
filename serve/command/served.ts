import { format } from 'node:util';
import type { SoapstoneServer } from '../api.ts';
import type { Arguments } from './arguments.ts';

/** A server that a command line has started. */
export interface Served {
  /** With a trailing slash. */
  readonly url: string;
  /** Environment variables for `--run`, in addition to the URL. */
  readonly environment: Readonly<Record<string, string>>;
  /** Print the addresses at which the server is ready. */
  announce(): void;
  stop(): Promise<void>;
}

/** Print a line for the user. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Print a line of the log. */
export const logEvent = (event: string, facts: object): void =>
  say(JSON.stringify({ time: new Date().toISOString(), event, ...facts }));

/** Print a message as a line of the log. */
export const logMessage = (...values: unknown[]): void => logEvent('message', { text: format(...values) });

/** Print a line for programs. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Default port of maps. It differs from the port of the app, so that the two share no storage in browsers. */
export const defaultMapsPort = 8080;

/** The parts of a server of maps that are printed. */
export type ReadyMaps = Pick<SoapstoneServer, 'url' | 'page' | 'adminToken' | 'store' | 'services' | 'warnings'>;

/** Return a server of maps that is ready. */
export const serveReady = (ready: ReadyMaps, commandArguments: Arguments, stop: () => Promise<void>): Served => ({
  url: ready.url,
  environment: { SOAPSTONE_ADMIN_TOKEN: ready.adminToken },
  announce: () => announce(ready, commandArguments),
  stop,
});

/** Warn about everyone who reaches the maps. */
export function warnOfAccess({ host, plainHttp, isLogged, allowedOrigins }: Arguments): void {
  const tell = isLogged ? logMessage : say;
  if (host !== undefined) tell(`Warning: other computers reach these maps at ${host}.`);
  if (host !== undefined && plainHttp) tell('Warning: passwords and tokens of other computers are not encrypted.');
  for (const origin of allowedOrigins) tell(`Warning: web pages of ${origin} may read these maps.`);
}

function announce(
  { url, page, adminToken, store, services, warnings }: ReadyMaps,
  { isJson, isLogged }: Arguments,
): void {
  if (isJson) {
    print(JSON.stringify({ ready: true, url, page, adminToken, store, services, warnings }));
    return;
  }
  // These lines have secrets, which don't belong in a log.
  const tell = isLogged ? print : say;
  tell(`The maps are in ${store}.`);
  tell(`Open ${page} in a browser on this computer to administer the maps.`);
  if (process.env.SOAPSTONE_ADMIN_TOKEN === undefined) tell(`Test double at ${url}__admin, token: ${adminToken}`);
  for (const { name, soap, rest } of services) print(`${name}  SOAP ${soap}?wsdl  REST ${rest}`);
  const names = services.map(({ name }) => name).join(',');
  print(`soapstone ready ${url}${names && ` services=${names}`}`);
}
