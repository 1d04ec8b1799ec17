import { Fault } from '../contract/fault.ts';
import type { Steps } from '../scheduler.ts';
import { type Dialect, toWire } from './dialect.ts';
import type { XmlElement } from './xml.ts';

const clipLength = 80;
/** Items of one list of a request; clients read it in the properties of the service. */
export const maximumListLength = 1_000_000;
/** Items of lists that are decoded between two yields. */
export const itemsAtOnce = 64;

/** One run of the decoder: its current path, for messages, and its dialect. */
export class Reading {
  readonly dialect: Dialect;
  /** Work that is put off, in a run that has pauses. */
  readonly later: ((reading: Reading) => Steps<void>)[] | undefined;
  /** Of one list. */
  readonly maximumItems: number;
  /** Items of lists that are decoded before the next yield. */
  itemsLeft = itemsAtOnce;
  private steps: (string | number)[];

  constructor(
    path: string,
    dialect: Dialect,
    { later, maximumItems }: Partial<Pick<Reading, 'later' | 'maximumItems'>> = {},
  ) {
    this.steps = [path];
    this.dialect = dialect;
    this.later = later;
    this.maximumItems = maximumItems ?? maximumListLength;
  }

  /** Defer work until all around it is decoded; it resumes at the current path. */
  putOff(work: () => Steps<void>): void {
    const steps = [...this.steps];
    this.later!.push((reading) => {
      reading.steps = [...steps];
      return work();
    });
  }

  enter(name: string): void {
    this.steps.push(name);
  }

  enterItem(index: number): void {
    this.steps.push(index);
  }

  leave(): void {
    this.steps.pop();
  }

  /** `Identify.MapImageDisplay.ImageDPI`, items counted from zero: `Identify.LayerIDs[2]`. */
  path(): string {
    return this.steps.reduce<string>(
      (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
      '',
    );
  }

  detail(): { readonly path: string } {
    return { path: this.path() };
  }

  /** Make the fault of a value at the current path that cannot be read. */
  bad(expected: string, found: string): Fault {
    return new Fault('bad-value', `${this.path()}: ${expected} expected, ${found} found`, this.detail());
  }

  /** Text of an element that must not have children. @throws {Fault} `bad-value` */
  text(expected: string, element: XmlElement): string {
    const child = element.children[0];
    if (child) throw this.bad(toWire(expected, this.dialect), `<${child.name}>`);
    return element.text;
  }

  /** What was found, in quotes, cut to a length people read. */
  quote(text: string): string {
    const trimmed = text.trim();
    return `"${trimmed.length > clipLength ? `${trimmed.slice(0, clipLength)}…` : trimmed}"`;
  }

  /** A list of the contract's words as this dialect writes them. */
  spell(names: readonly string[]): string {
    return names.map((name) => toWire(name, this.dialect)).join(', ');
  }
}
