import { expect, test } from 'vitest';
import { createMetrics, formatMetrics } from '../../../../serve/watch/metrics.ts';

/** Return the lines of a metric, without its description. */
const linesOf = (text: string, name: string) =>
  text.split('\n').filter((line) => line.startsWith(name) && /^[a-z_]+(\{|\s)/.test(line));

test('counts are added up by labels, and each metric is described once, above its lines', () => {
  const metrics = createMetrics({});
  metrics.add('soapstone_response_bytes_total', 5, { protocol: 'rest' });
  metrics.add('soapstone_response_bytes_total', 7, { protocol: 'rest' });
  metrics.add('soapstone_response_bytes_total', 1, { protocol: 'a "b\\c\n' });
  const text = formatMetrics(metrics.read({ soapstone_requests_waiting: 3 }));
  expect(text.split('\n').filter((line) => line.includes('soapstone_response_bytes_total'))).toEqual([
    expect.stringMatching(/^# HELP soapstone_response_bytes_total \S/),
    '# TYPE soapstone_response_bytes_total counter',
    'soapstone_response_bytes_total{protocol="rest"} 12',
    'soapstone_response_bytes_total{protocol="a \\"b\\\\c\\n"} 1',
  ]);
  expect(text).toContain('\nsoapstone_requests_waiting 3\n');
  expect(text.endsWith('\n')).toBe(true);
});

test('the buckets of a histogram count all shorter durations, with the bound included', () => {
  const metrics = createMetrics({});
  for (const ms of [0, 5, 6, 100, 10_000, 10_500]) metrics.observe('soapstone_request_wait_seconds', ms);
  const lines = linesOf(formatMetrics(metrics.read({})), 'soapstone_request_wait_seconds');
  const counts = new Map(lines.map((line) => [/le="([^"]+)"/.exec(line)?.[1], Number(line.split(' ')[1])]));
  expect([0.005, 0.01, 0.05, 0.1, 5, 10, '+Inf'].map((bound) => counts.get(String(bound)))).toEqual([
    2, 3, 3, 4, 4, 5, 6,
  ]);
  expect(lines.slice(-2)).toEqual([
    'soapstone_request_wait_seconds_sum 20.611',
    'soapstone_request_wait_seconds_count 6',
  ]);
});

test('metrics of several processes are merged by their labels', () => {
  const [first, second] = ['1', '2'].map((worker) => createMetrics({ worker }));
  first!.add('soapstone_requests_total', 1, { status: '2xx' });
  second!.add('soapstone_requests_total', 2, { status: '2xx' });
  const merged = {
    ...first!.read({ process_resident_memory_bytes: 10 }),
    ...second!.read({ process_resident_memory_bytes: 20 }),
  };
  const text = formatMetrics(merged);
  expect(linesOf(text, 'soapstone_requests_total')).toEqual([
    'soapstone_requests_total{worker="1",status="2xx"} 1',
    'soapstone_requests_total{worker="2",status="2xx"} 2',
  ]);
  expect(linesOf(text, 'process_resident_memory_bytes')).toEqual([
    'process_resident_memory_bytes{worker="1"} 10',
    'process_resident_memory_bytes{worker="2"} 20',
  ]);
});
