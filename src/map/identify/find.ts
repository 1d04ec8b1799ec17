import { call } from '../../connection/call.ts';
import { readShownView, requested } from '../../state/requested.ts';
import { currentKey, type LayerInfo, mapInfo } from '../../state/services.ts';
import { type IdentifyResult, listAttributes, withShapes } from '../state/identify-results.ts';

/** A feature that contains the search text, and the matching field. */
export interface Finding {
  readonly result: IdentifyResult;
  readonly field: string;
  readonly value: string;
  /**
   * Text that distinguishes features with the same name, if possible the country; undefined if no attribute differs.
   */
  readonly apart?: string;
}

/** Secondary text of a result in a list. */
export const findingDetail = ({ result, field, value, apart }: Finding): string =>
  (result.title === value ? [apart, result.layer.Name] : [result.layer.Name, `${field}: ${value}`])
    .filter(Boolean)
    .join(' · ');

/** With this many matches in names, other attributes aren't searched. */
const enough = 60;

/**
 * Search all layers for a text: names first, then other attributes. Layers are searched separately, because many
 * matches in one layer would use up the limit of a request.
 */
export async function find(text: string, signal: AbortSignal): Promise<readonly Finding[]> {
  const layers = (mapInfo.value?.MapLayerInfos ?? []).filter(({ CanFind }) => CanFind);
  const ask = (chooseField: (layer: LayerInfo) => string) =>
    Promise.all(layers.map((layer) => findIn(layer, text, chooseField(layer), signal)));
  const named = (await ask(({ DisplayField }) => DisplayField)).flat();
  if (named.length >= enough) return disambiguateTitles(rankFindings(named, text));
  const namedKeys = new Set(named.map(findingKey));
  const others = (await ask(() => '')).flat().filter((finding) => !namedKeys.has(findingKey(finding)));
  return disambiguateTitles(rankFindings([...named, ...others], text));
}

const unseenDisplay = { ImageWidth: 800, ImageHeight: 600, ImageDPI: 96 };

const findingKey = ({ result }: Finding): string => `${result.layer.LayerID} ${result.id}`;

/** Search the fields of a layer for text. @param fields comma-separated names; empty for all */
async function findIn(layer: LayerInfo, text: string, fields: string, signal: AbortSignal): Promise<Finding[]> {
  const [service, description] = [currentKey.value, requested.value];
  if (!service || !description) return [];
  // Before the first image is drawn, the default extent of the map gives the scale.
  const shown = readShownView() ?? { MapDescription: description, MapImageDisplay: unseenDisplay };
  const { Result } = await call(
    'Find',
    service,
    {
      MapDescription: withShapes(shown.MapDescription),
      MapImageDisplay: shown.MapImageDisplay,
      SearchString: text,
      Contains: true,
      SearchFields: fields,
      FindOption: 'gisFindAllLayers',
      LayerIDs: [layer.LayerID],
    },
    { signal },
  );
  const display = layer.Fields?.FieldArray.find(({ Name }) => Name === layer.DisplayField);
  return Result.map((match): Finding => {
    const attributes = listAttributes(match.Properties, layer);
    const title = attributes.find(({ name }) => name === display?.Name || name === display?.AliasName)?.text;
    const result = { layer, id: match.FeatureID, title: title ?? match.Value, attributes, shape: match.Shape };
    return { result, field: match.FieldName, value: match.Value };
  });
}

const countryNames = /countr|nation|\bland\b|staat/i;

/** Return the value of a field with a country-like name, other than the title; undefined if there is none. */
export const findingCountry = ({ result }: Finding): string | undefined =>
  result.attributes.find(({ name, text }) => countryNames.test(name) && text !== null && text !== result.title)?.text ??
  undefined;

/**
 * Add the country to results with the same name. If the country is the same or unknown, add the first attribute
 * that differs between the results of a layer.
 */
export function disambiguateTitles(findings: readonly Finding[]): Finding[] {
  const named = new Map<string, Finding[]>();
  for (const finding of findings)
    named.set(finding.result.title, [...(named.get(finding.result.title) ?? []), finding]);
  return findings.map((finding) => {
    const group = named.get(finding.result.title)!;
    if (group.length === 1) return finding;
    const country = findingCountry(finding);
    const alike = group.filter(
      (other) => other.result.layer.LayerID === finding.result.layer.LayerID && findingCountry(other) === country,
    );
    const shownTexts = [finding.result.title, country];
    // Object IDs differ too, but mean nothing to users.
    const difference = finding.result.attributes.find(
      ({ text }, index) =>
        index > 0 &&
        text !== null &&
        !shownTexts.includes(text) &&
        new Set(alike.map(({ result }) => result.attributes[index]?.text)).size > 1,
    )?.text;
    const apart = [country, difference].filter(Boolean).join(', ');
    return apart ? { ...finding, apart } : finding;
  });
}

/** Sort results: exact names first, then names with this prefix, then the rest; shorter names first. */
export function rankFindings(findings: readonly Finding[], text: string): Finding[] {
  const requested = text.toLowerCase();
  const rank = ({ result, value }: Finding): number => {
    const title = result.title.toLowerCase();
    if (title === requested) return 0;
    return title.startsWith(requested) ? 1 : value.toLowerCase().startsWith(requested) ? 2 : 3;
  };
  // Among equal ranks the shortest title is the closest match.
  return findings
    .map((one, at) => ({ one, at, rank: rank(one) }))
    .sort((a, b) => a.rank - b.rank || a.one.result.title.length - b.one.result.title.length || a.at - b.at)
    .map(({ one }) => one);
}
