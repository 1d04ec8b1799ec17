/** A request that a program sent. */
export interface ProgramRequest {
  readonly id: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Base64. */
  readonly body: string;
}
/** The result of a program. */
export interface ProgramOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}
export type ProgramLanguage = 'curl' | 'zeep' | 'requests' | 'php';

export function ensureLanguages(): Promise<string[]>;
export function openGateway(): Promise<string>;
export function nextRequest(): Promise<ProgramRequest | null>;
export function answerRequest(
  id: number,
  answer: { status: number; headers: Record<string, string>; body: string },
): void;
export function runPrograms(
  language: ProgramLanguage,
  programs: Record<string, string>,
  options?: { environment?: Record<string, string>; files?: Record<string, string> },
): Promise<Record<string, ProgramOutcome> | undefined>;
