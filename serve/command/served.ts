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

/** Print a line for programs. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);
