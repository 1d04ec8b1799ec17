import { detailOf, find } from '../maps/identify/find.ts';
import { openFinding } from '../maps/identify/open-finding.ts';
import { openPage } from '../state/route.ts';
import { text } from '../text/text.ts';
import type { Command } from './commands.ts';

const maxShown = 20;

/** Find features of the open map by their words; empty without a map. @throws {ServiceFault} */
export async function locationCommands(query: string, signal: AbortSignal): Promise<Command[]> {
  const findings = await find(query, signal);
  return findings.slice(0, maxShown).map((finding) => ({
    group: text.palette.features,
    label: finding.result.title,
    detail: detailOf(finding),
    icon: 'zoom-to',
    run: () => {
      openPage('maps');
      openFinding(finding);
    },
  }));
}
