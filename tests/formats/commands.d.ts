import 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** @see drawnBy in readers.mjs */
    drawnBy(program: string, base64: string, name: string): Promise<string>;
    /** @see printedBy in readers.mjs */
    printedBy(program: string, base64: string, name: string): Promise<string>;
  }
}
