import { askJson } from '../../../src/connection/call.ts';
import { openPublisher } from '../../../src/publish/import/open-publisher.ts';
import { firstDecisions } from '../../../src/publish/job/decide.ts';
import { sendPackage } from '../../../src/publish/job/send-package.ts';
import { publishEn } from '../../../src/publish/text/publish-en.ts';
import { fileText } from '../../../src/state/definitions.ts';
import { measureTime, median, type Row } from './timing.ts';

const runs = 3;

/** Publish a bench file as a service with its name, like dropping it on the page. */
export async function publish(name: string, file = `${name}.geojson`): Promise<void> {
  const response = await fetch(`/bench-data/${file}`);
  await publishFile(name, await response.blob(), file);
}

async function publishFile(name: string, content: Blob, file = `${name}.geojson`): Promise<void> {
  const publisher = openPublisher([new File([content], file)], publishEn.layer.parts, fileText);
  const outcome = await publisher.read();
  if (outcome.type !== 'layers') throw new Error(`${name}: expected layers, found ${outcome.type}`);
  const made = await publisher.make(firstDecisions(outcome, file));
  await sendPackage(askJson, made.package);
  publisher.close();
}

/** Measure the time from dropping a file until the service is published. */
export async function importTime(): Promise<Row> {
  const content = await (await fetch('/bench-data/made.geojson')).blob();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await measureTime(() => publishFile('made', content)));
  return {
    name: '100,000 polygons imported and published',
    ms: median(times),
    note: `${(content.size / 1e6).toFixed(1)} MB of GeoJSON`,
  };
}
