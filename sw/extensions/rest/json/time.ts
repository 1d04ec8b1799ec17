import type { Value } from '../../../contract/infer.ts';
import type { Form } from './row.ts';
import { numberAt, unexpectedValueFault } from './unexpected-value.ts';

const hasOffset = /(?:Z|[+-]\d\d:?\d\d)$/;

/** Return a contract time in epoch milliseconds; null for no time. A time without an offset is UTC. */
const epochMs = (time: string | undefined): number | null =>
  time ? Date.parse(hasOffset.test(time) ? time : `${time}Z`) : null;

/** An instant is a number, a span a list of two numbers. A missing end is null. */
export const timeForm: Form = {
  write(value) {
    const { Time, StartTime, EndTime, Empty } = value as Partial<Value<'TimeInstant'> & Value<'TimeExtent'>>;
    if (value.type === 'TimeInstant') return epochMs(Time);
    return value.type === 'TimeExtent' && !Empty ? [epochMs(StartTime), epochMs(EndTime)] : null;
  },
  read: readTime,
};

/**
 * Read a time: epoch milliseconds, or a list of two, either of which may be null.
 *
 * @throws {Fault} `bad-value` if the JSON isn't a time
 */
export function readTime(json: unknown, path: string): Value<'TimeInstant'> | Value<'TimeExtent'> {
  if (!Array.isArray(json)) return { type: 'TimeInstant', Time: timeOf(json, path) };
  if (json.length === 1) return { type: 'TimeInstant', Time: timeOf(json[0], path) };
  if (json.length !== 2) throw unexpectedValueFault(path, 'a time, or [start, end]', json);
  const end = (bound: unknown, i: number) => (bound === null ? undefined : timeOf(bound, `${path}[${i}]`));
  const [StartTime, EndTime] = json.map(end);
  return { type: 'TimeExtent', StartTime, EndTime };
}

function timeOf(json: unknown, path: string): string {
  const ms = numberAt(json, path, 'epoch milliseconds');
  if (Math.abs(ms) <= 8.64e15) return new Date(ms).toISOString();
  throw unexpectedValueFault(path, 'epoch milliseconds', json);
}
