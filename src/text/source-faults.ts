import type { SourceReason } from '../../sw/formats/reading/range-reader.ts';

/** The facts about a remote file for messages. */
interface SourceFacts {
  /** Host and path, or the name of a local file. */
  readonly file: string;
  readonly host: string;
  /** Empty if the fault has none. */
  readonly status: string;
  readonly waitSeconds: string;
  readonly mb: string;
  readonly limitMb: string;
  readonly found: string;
}

/** The problem and the advice for each reason. */
export type SourceFaults = Readonly<
  Record<SourceReason, (facts: SourceFacts) => readonly [what: string, advice: string]>
>;

/**
 * Describe why a remote file can't be read, by the reason in a fault's detail.
 *
 * @returns the problem and the advice; undefined for other faults
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
