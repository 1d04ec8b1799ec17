import { call } from '../../connection/call.ts';
import { readShownView, shownReference } from '../../state/requested.ts';
import { currentKey, services } from '../../state/services.ts';
import { listAttributes } from '../state/identify-results.ts';
import { disambiguateTitles, type Finding, rankFindings } from './find.ts';

/** The demo service with world places, and its layer IDs: cities, towns, villages and countries. */
const [service, layerIds] = ['World', [0, 1, 2, 3]] as const;

/**
 * Find places of the world by name, whichever map is open. Among equal names the largest place comes first, and the
 * country is added.
 *
 * @returns geometries in the coordinates of the view; empty if the demo service isn't published or is the open one
 * @throws {ServiceFault}
 */
export async function findPlaces(text: string, signal: AbortSignal): Promise<readonly Finding[]> {
  const [reference, shown] = [shownReference.peek(), readShownView()];
  const isThere = services.peek()?.some(({ name }) => name === service);
  if (!reference || !shown || !isThere || currentKey.peek() === service) return [];
  const { Result } = await call(
    'Find',
    service,
    {
      MapDescription: {
        ...{ Name: service, Rotation: 0, HonorLayerReordering: false },
        // The view doesn't limit the search. Geometries are returned in its coordinates.
        MapArea: shown.MapDescription.MapArea,
        SpatialReference: reference,
      },
      MapImageDisplay: shown.MapImageDisplay,
      SearchString: text,
      Contains: true,
      SearchFields: 'NAME',
      FindOption: 'gisFindAllLayers',
      LayerIDs: [...layerIds],
    },
    { signal },
  );
  const sized = Result.map((match) => {
    const layer = { LayerID: match.LayerID, Name: service };
    const attributes = listAttributes(match.Properties, layer);
    const size = Number(attributes.find(({ name }) => name === 'Population')?.text?.replaceAll(',', '') ?? 0);
    const result = { layer, id: match.FeatureID, title: match.Value, attributes, shape: match.Shape };
    return { size, finding: { result, field: match.FieldName, value: match.Value } satisfies Finding };
  });
  const sortedBySize = sized.sort((a, b) => b.size - a.size).map(({ finding }) => finding);
  return disambiguateTitles(rankFindings(sortedBySize, text));
}
