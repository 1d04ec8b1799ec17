/**
 * Sends a request to a JSON endpoint of the backend, with the rights of the caller.
 *
 * @param operation used in error messages
 * @param path below the path of the app
 * @param parse reads more than plain JSON, such as bytes and dates
 * @throws {Fault} the backend's fault
 */
export type AskJson = <T>(
  operation: string,
  path: string,
  init?: RequestInit,
  parse?: (text: string) => unknown,
) => Promise<T>;
