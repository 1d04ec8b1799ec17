import 'vitest/browser';
import type { answerRequest, nextRequest, openGateway, runPrograms } from './programs.mjs';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** @see drawnBy in readers.mjs */
    drawnBy(program: string, base64: string, name: string): Promise<string>;
    /** @see openGateway in programs.mjs */
    openGateway: typeof openGateway;
    /** @see nextRequest in programs.mjs */
    nextRequest: typeof nextRequest;
    /** @see answerRequest in programs.mjs */
    answerRequest(...parameters: Parameters<typeof answerRequest>): Promise<void>;
    /** @see runPrograms in programs.mjs */
    runPrograms: typeof runPrograms;
    /** @see printedBy in readers.mjs */
    printedBy(program: string, base64: string, name: string): Promise<string>;
  }
}
