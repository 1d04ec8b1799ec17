import { Fault, type FaultCode } from '../../sw/contract/index.ts';
import { type ReadingText, readingEn } from './text/reading-en.ts';

/** What a reader has to say, in no language yet: plain data, so that the page may say it in its own. */
export interface Remark {
  readonly key: keyof ReadingText;
  /** In the order of the catalogue's parameters; a place may be a remark itself. */
  readonly values: readonly (string | number | Remark)[];
}

/** What the catalogue wants as text may as well be a remark. */
type Given<Values extends readonly unknown[]> = {
  readonly [Index in keyof Values]: Values[Index] extends string ? string | Remark : Values[Index];
};

/** Put a remark together of its name in the catalogue and what it speaks of. */
export const remark = <Key extends keyof ReadingText>(
  key: Key,
  ...values: Given<Parameters<ReadingText[Key]>>
): Remark => ({ key, values: values as Remark['values'] });

/** Say a remark in the words of a catalogue. */
export function say({ key, values }: Remark, words: ReadingText = readingEn): string {
  const said = values.map((value) => (typeof value === 'object' ? say(value, words) : value));
  return (words[key] as (...values: readonly (string | number)[]) => string)(...said);
}

/** A fault of a reader; its message is English, its remark can be said in any language of the page. */
export class ReadFault extends Fault {
  readonly remark: Remark;

  constructor(code: FaultCode, told: Remark) {
    super(code, say(told));
    this.remark = told;
  }
}

/** Make the fault of a reader; throw it. */
export const readFault = <Key extends keyof ReadingText>(
  code: FaultCode,
  key: Key,
  ...values: Given<Parameters<ReadingText[Key]>>
): ReadFault => new ReadFault(code, remark(key, ...values));
