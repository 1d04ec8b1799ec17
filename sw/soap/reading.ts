import { type Fault, wrongValue } from '../contract/fault.ts';
import type { Steps } from '../scheduler.ts';
import { type Dialect, toWire } from './dialect.ts';
import type { XmlElement } from './xml.ts';

const clipLength = 80;
/** Maximum number of items in one list of a request, also in the service properties. */
export const maximumListLength = 1_000_000;
/** Number of list items decoded between two yields. */
export const itemsAtOnce = 64;

/** State of one decoder run: the current path, for messages, and the dialect. */
export class Reading {
  readonly dialect: Dialect;
  /** Deferred work; undefined if the run doesn't yield. */
  readonly later: ((reading: Reading) => Steps<void>)[] | undefined;
  /** Maximum number of items in one list. */
  readonly maximumItems: number;
  /** Number of list items to decode before the next yield. */
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

  /** Defer work until the surrounding elements are decoded. It resumes at the current path. */
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

  /**
   * Return the current path, for example `Identify.MapImageDisplay.ImageDPI`. Items are counted from zero:
   * `Identify.LayerIDs[2]`.
   */
  path(): string {
    return this.steps.reduce<string>(
      (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
      '',
    );
  }

  detail(): { readonly path: string } {
    return { path: this.path() };
  }

  /** Make the fault for an invalid value at the current path. */
  bad(expected: string, actual: string): Fault {
    return wrongValue('bad-value', this.path(), expected, actual, this.detail());
  }

  /**
   * Return the text of an element that must not have children.
   *
   * @throws {Fault} `bad-value` if it has children
   */
  text(expected: string, element: XmlElement): string {
    const child = element.children[0];
    if (child) throw this.bad(toWire(expected, this.dialect), `<${child.name}>`);
    return element.text;
  }

  /** Quote the text of a value, shortened to a readable length. */
  quote(text: string): string {
    const trimmed = text.trim();
    return `"${trimmed.length > clipLength ? `${trimmed.slice(0, clipLength)}…` : trimmed}"`;
  }

  /** List words of the contract in the spelling of this dialect. */
  spell(names: readonly string[]): string {
    return names.map((name) => toWire(name, this.dialect)).join(', ');
  }
}
