import type { SourceReason } from '../../sw/formats/reading/range-reader.ts';

/** What a sentence about a file elsewhere names. */
interface SourceFacts {
  /** Host and path, or the name of a file on this computer. */
  readonly file: string;
  readonly host: string;
  /** Empty where the fault says none. */
  readonly status: string;
  readonly waitSeconds: string;
  readonly mb: string;
  readonly limitMb: string;
  readonly found: string;
}

/** For each reason what is the matter, and what to do. */
export type SourceFaults = Readonly<
  Record<SourceReason, (facts: SourceFacts) => readonly [what: string, advice: string]>
>;

/**
 * Say why a file elsewhere cannot be read, by the reason in the detail of a fault.
 *
 * @returns what is the matter and what to do; undefined for a fault that is no such one
 */
export function sourceFaultText(
  faults: SourceFaults,
  detail: Readonly<Record<string, unknown>>,
): readonly [what: string, advice: string] | undefined {
  const { reason, file } = detail;
  if (typeof reason !== 'string' || typeof file !== 'string' || !Object.hasOwn(faults, reason)) return undefined;
  const fact = (name: string): string => String(detail[name] ?? '');
  return faults[reason as SourceReason]({
    file,
    host: fact('host') || file,
    status: fact('status'),
    waitSeconds: fact('waitSeconds'),
    mb: fact('mb'),
    limitMb: fact('limitMb'),
    found: fact('found'),
  });
}
