import { fontFiles } from '../../../sw/service/font-files.ts';
import { base, send } from '../../connection/call.ts';
import { fetchPackage } from '../../connection/catalogue.ts';
import { describeFilter } from '../../map/query/describe-filter.ts';
import { composeText } from '../../map/text/compose-text.ts';
import { backgroundMap } from '../../map/widget/world-background.ts';
import { saveFile } from '../../parts/save-file.ts';
import { background } from '../../state/background.ts';
import { fileText } from '../../state/definitions.ts';
import { referenceFor } from '../../state/references.ts';
import { timeSpan } from '../../state/requested.ts';
import { mapInfo } from '../../state/services.ts';
import { joinConditions } from '../../state/sql.ts';
import { projection, view } from '../../state/view.ts';
import { findPreferredLanguage } from '../../text/text.ts';
import { callsAlone } from '../../worker-calls.ts';
import type { makeShared } from './make/make-shared.ts';
import type { ShareChoices, SharedLayer } from './make/share-choices.ts';
import { writePage } from './make/write-page.ts';
import type { ShareableLayer } from './shareable-layers.ts';

const share = callsAlone<{ makeShared: typeof makeShared }>(
  () => new Worker(new URL('./make/worker.ts', import.meta.url), { type: 'module', name: 'share' }),
);

interface PageChoices {
  readonly title: string;
  readonly text: string;
  readonly isViewOnly: boolean;
  readonly hasAttachments: boolean;
  readonly hasBackground: boolean;
  /** Topmost layer first, with the names of its shared fields. */
  readonly layers: readonly (readonly [ShareableLayer, fields: readonly string[]])[];
}

/**
 * Return the background as its service draws it on light and on dark pages; undefined if there is none, or if its tiles
 * come from other servers.
 */
export function shareableBackground(): ShareChoices['backgroundMap'] {
  // Scale 0 makes all layers visible.
  const [light, dark] = [false, true].map((isDark) => backgroundMap({ ...background.value, isDark }, 0));
  return light && dark && { service: light.service, light: light.description, dark: dark.description };
}

/**
 * Write the open map as a web page, and download it.
 *
 * @returns its name and size
 * @throws {ServiceFault} and {Fault} if a service can't be read, or its data can't be written
 */
export async function savePage(chosen: PageChoices, signal: AbortSignal): Promise<{ name: string; bytes: number }> {
  const [info, shown] = [mapInfo.peek(), view.peek()];
  if (!info || !shown) throw new Error('no map');
  const under = chosen.hasBackground ? shareableBackground() : undefined;
  const keys = new Set(chosen.layers.map(([{ service }]) => service));
  if (under) keys.add(under.service);
  const packages = new Map(await Promise.all(Array.from(keys, async (key) => [key, await fetchPackage(key)] as const)));
  const reference = referenceFor(projection.peek(), info);
  const choices: ShareChoices = {
    title: chosen.title,
    text: chosen.text,
    language: findPreferredLanguage() === 'de' ? 'de' : 'en',
    reference,
    extent: shown.extent,
    isViewOnly: chosen.isViewOnly,
    hasAttachments: chosen.hasAttachments,
    time: timeSpan.peek(),
    layers: chosen.layers.map(([layer, fields]) => makeSharedLayer(layer, fields)),
    background: info.BackgroundSymbol,
    backgroundMap: under,
  };
  const [systems, template, fonts] = await Promise.all([
    fileText('epsg.json'),
    fileText('share/page.html'),
    readFonts(),
  ]);
  const data = await share.makeShared({ packages, choices, fonts, systems }, signal);
  const page = await writePage(template, data, choices);
  signal.throwIfAborted();
  const name = `${chosen.title}.${page.ending}`;
  saveFile(page.content, name);
  return { name, bytes: page.content.size };
}

const makeSharedLayer = (
  { service, layer, title, isVisible, hasLabels, filters, drawing, rasterDrawing, fields: shown }: ShareableLayer,
  fields: readonly string[],
): SharedLayer => ({
  ...{ service, layer, title, isVisible, hasLabels, filters, fields, drawing, rasterDrawing },
  note: filters.length > 0 ? composeText.filtered(describeFilter(joinConditions(...filters), shown)) : undefined,
});

const readFonts = () =>
  Promise.all(
    fontFiles
      .filter(({ style }) => style === 'normal')
      .map(async ({ file, weight, unicodeRange }) => ({
        ...{ file, weight, unicodeRange },
        content: await (await send('fonts', base + file, {}, null)).blob(),
      })),
  );
