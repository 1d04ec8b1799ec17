import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** Type and description of each metric. */
const families = {
  soapstone_requests_total: ['counter', 'Requests by protocol, operation and class of status.'],
  soapstone_request_duration_seconds: ['histogram', 'Time from the arrival of a request to the end of its answer.'],
  soapstone_request_wait_seconds: ['histogram', 'Time of a request in the queue of the backend.'],
  soapstone_response_bytes_total: ['counter', 'Bytes of answers, with their headers.'],
  soapstone_refused_requests_total: ['counter', 'Requests refused by the gate, by their size, or because of the load.'],
  soapstone_requests_in_progress: ['gauge', 'Requests without a complete answer.'],
  soapstone_requests_waiting: ['gauge', 'Requests in the queue of the backend.'],
  soapstone_cache_reads_total: ['counter', 'Reads of rows and rasters through the cache in memory.'],
  soapstone_cache_misses_total: ['counter', 'Reads that had to load from the store.'],
  soapstone_cache_bytes: ['gauge', 'Bytes in the cache in memory.'],
  soapstone_data_free_bytes: ['gauge', 'Free bytes on the disk of the data folder.'],
  soapstone_event_loop_lag_seconds: ['gauge', 'Time until the event loop has run what was waiting.'],
  soapstone_event_loop_busy_seconds_total: ['counter', 'Time in which the event loop was running.'],
  soapstone_build_info: ['gauge', 'Version of the app.'],
  process_cpu_seconds_total: ['counter', 'Processor time of the process.'],
  process_resident_memory_bytes: ['gauge', 'Resident memory of the process.'],
  process_start_time_seconds: ['gauge', 'Start of the process, in seconds since the epoch.'],
} as const;

type MetricName = keyof typeof families;
type Labels = Readonly<Record<string, string>>;
type MetricValues = Partial<Record<MetricName, number>>;
/** Values by their lines: a name with labels. Those of several processes can be merged, if these have other labels. */
export type MetricLines = Readonly<Record<string, number>>;

/** Upper bounds of the buckets of histograms, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Number.POSITIVE_INFINITY];

export type Metrics = ReturnType<typeof createMetrics>;

/** Create the metrics of a process. @param common labels of all lines */
export function createMetrics(common: Labels) {
  const counters: Record<string, number> = {};
  const histograms: Record<string, { name: MetricName; labels: Labels; counts: number[]; seconds: number }> = {};
  const lineOf = (name: string, labels: Labels): string => {
    const pairs = Object.entries({ ...common, ...labels }).map(([label, text]) => `${label}=${JSON.stringify(text)}`);
    return pairs.length === 0 ? name : `${name}{${pairs.join()}}`;
  };
  return {
    add(name: MetricName, value: number, labels: Labels = {}): void {
      const line = lineOf(name, labels);
      counters[line] = (counters[line] ?? 0) + value;
    },
    /** Add a duration to a histogram. */
    observe(name: MetricName, ms: number, labels: Labels = {}): void {
      const line = lineOf(name, labels);
      const histogram = histograms[line] ?? { name, labels, counts: bounds.map(() => 0), seconds: 0 };
      histograms[line] = histogram;
      histogram.counts[bounds.findIndex((bound) => ms / 1000 <= bound)]!++;
      histogram.seconds += ms / 1000;
    },
    /** Return all lines, with values that were read just now. */
    read(values: MetricValues): MetricLines {
      const lines = { ...counters };
      for (const { name, labels, counts, seconds } of Object.values(histograms)) {
        let total = 0;
        for (const [index, bound] of bounds.entries()) {
          total += counts[index]!;
          const le = Number.isFinite(bound) ? String(bound) : '+Inf';
          lines[lineOf(`${name}_bucket`, { ...labels, le })] = total;
        }
        Object.assign(lines, { [lineOf(`${name}_sum`, labels)]: seconds, [lineOf(`${name}_count`, labels)]: total });
      }
      for (const [name, value] of Object.entries(values)) lines[lineOf(name, {})] = value;
      return lines;
    },
  };
}

/** Read the metrics of this process. */
export async function readProcess(): Promise<MetricValues> {
  const { user, system } = process.cpuUsage();
  const startedAt = performance.now();
  await setImmediate();
  return {
    soapstone_event_loop_lag_seconds: (performance.now() - startedAt) / 1000,
    soapstone_event_loop_busy_seconds_total: performance.eventLoopUtilization().active / 1000,
    process_cpu_seconds_total: (user + system) / 1e6,
    process_resident_memory_bytes: process.memoryUsage.rss(),
    process_start_time_seconds: performance.timeOrigin / 1000,
  };
}

/**
 * Write metrics in Prometheus' text format.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function formatMetrics(metrics: MetricLines): string {
  const lines = Object.entries(metrics).map(([line, value]) => ({
    family: line.split('{', 1)[0]!.replace(/_(bucket|sum|count)$/, ''),
    text: `${line} ${value}\n`,
  }));
  const texts = Object.entries(families).map(([name, [type, help]]) => {
    const values = lines.filter(({ family }) => family === name).map(({ text }) => text);
    return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${values.join('')}`;
  });
  return texts.join('');
}
