import { type Finding, find, findingCountry, findingDetail } from '../map/identify/find.ts';
import { findPlaces } from '../map/identify/find-places.ts';
import { openFinding } from '../map/identify/open-finding.ts';
import { goToShapes } from '../map/state/go-to-shape.ts';
import { openPage } from '../state/route.ts';
import { text } from '../text/text.ts';
import type { Command } from './commands.ts';

const maxShown = 20;
/**
 * Distance shown around a place, in meters. It is large, because a map of the whole world may have no other features
 * nearby.
 */
const surroundingsM = 75_000;

/**
 * Find features of the open map, and below them places of the world by name. If one search fails, the other still
 * returns its results.
 */
export async function locationCommands(query: string, signal: AbortSignal): Promise<Command[]> {
  const [features, places] = await Promise.all(
    [find(query, signal), findPlaces(query, signal)].map((search) => search.catch((): readonly Finding[] => [])),
  );
  const commands = (
    group: string,
    findings: readonly Finding[],
    detail: (one: Finding) => string,
    run: (one: Finding) => void,
  ) =>
    findings.slice(0, maxShown).map((finding) => ({
      ...{ group, label: finding.result.title, detail: detail(finding), icon: 'zoom-to' as const },
      run: () => {
        openPage('maps');
        run(finding);
      },
    }));
  return [
    ...commands(text.palette.features, features!, findingDetail, openFinding),
    ...commands(
      text.palette.places,
      places!,
      (finding) => finding.apart ?? findingCountry(finding) ?? '',
      ({ result }) => goToShapes([result.shape], surroundingsM),
    ),
  ];
}
