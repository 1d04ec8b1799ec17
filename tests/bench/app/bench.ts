import { signInWith } from '../../../src/connection/call.ts';
import { signPageIn } from '../../../src/connection/sign-in.ts';
import { workerLink } from '../../../src/connection/worker-link.ts';
import { densityTimes } from './density-times.ts';
import { exportTimes } from './export-times.ts';
import { importTime, publish } from './import-time.ts';
import { queryTimes } from './query-times.ts';
import { remoteTimes } from './remote-times.ts';
import { restTimes } from './rest-times.ts';
import { measureForRivals } from './rival-calls.ts';
import { soapTimes } from './soap-times.ts';
import { tileTimes } from './tile-times.ts';
import type { Row } from './timing.ts';

declare global {
  interface Window {
    /** The table, once everything is measured. */
    benchRows: Promise<Row[]>;
  }
}

async function measure(): Promise<Row[]> {
  await workerLink.start();
  signInWith(signPageIn);
  if (location.search === '?rest') {
    for (const name of ['cities', 'made']) await publish(name);
    return restTimes();
  }
  if (location.search === '?density') {
    await publish('points');
    return densityTimes();
  }
  const remote = new URLSearchParams(location.search).get('elsewhere');
  if (remote) return remoteTimes(remote);
  const port = new URLSearchParams(location.search).get('rivals');
  if (port) {
    await measureForRivals(port);
    return [];
  }
  for (const name of ['countries', 'countries-tenth', 'cities']) await publish(name);
  const times = [exportTimes, soapTimes, async () => [await importTime()], queryTimes, restTimes, tileTimes];
  const rows: Row[] = [];
  for (const measured of times) rows.push(...(await measured()));
  return rows;
}

window.benchRows = measure();
