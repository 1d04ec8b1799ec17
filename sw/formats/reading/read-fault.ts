import { Fault, type FaultCode } from '../../contract/index.ts';
import type { ReadingText } from './reading-en.ts';
import { workerEn } from './worker-en.ts';

/** A reader's message as plain data, so that the page can show it in its own language. */
export interface Diagnostic {
  readonly key: keyof ReadingText;
  /** Parameters of the text with this key. */
  readonly values: readonly (string | number | Diagnostic)[];
}

/** A fault of a reader. Its message is English; its diagnostic can be shown in any language of the page. */
export class ReadFault extends Fault {
  readonly diagnostic: Diagnostic;

  constructor(code: FaultCode, diagnostic: Diagnostic, message: string) {
    super(code, message);
    this.diagnostic = diagnostic;
  }
}

/** Create the fault of a failed worker task. */
export const workerFault = (code: FaultCode, key: keyof typeof workerEn, reason = ''): ReadFault =>
  new ReadFault(code, { key, values: key === 'stopped' ? [reason] : [] }, workerEn[key](reason));
