import { call } from '../../connection/call.ts';
import { requested, shownNow } from '../../state/requested.ts';
import { currentKey, type LayerInfo, mapInfo } from '../../state/services.ts';
import { attributesOf, type IdentifyResult, withShapes } from '../state/identify-results.ts';

/** A record that contains the text, and the field that does. */
export interface Finding {
  readonly result: IdentifyResult;
  readonly field: string;
  readonly value: string;
  /** What tells it from others of the same name, its country first; undefined without any. */
  readonly apart?: string;
}

/** What a list says of a result beside its title. */
export const detailOf = ({ result, field, value, apart }: Finding): string =>
  (result.title === value ? [apart, result.layer.Name] : [result.layer.Name, `${field}: ${value}`])
    .filter(Boolean)
    .join(' · ');

/** With this many results in names, other attributes are not searched. */
const enough = 60;

/**
 * Search all layers for words: what is called so first, then what has them in any other attribute. Each layer is asked by
 * itself, or the many hits of one would leave no room for those of another.
 */
export async function find(text: string, signal: AbortSignal): Promise<readonly Finding[]> {
  const layers = (mapInfo.value?.MapLayerInfos ?? []).filter(({ CanFind }) => CanFind);
  const ask = (fieldOf: (layer: LayerInfo) => string) =>
    Promise.all(layers.map((layer) => findIn(layer, text, fieldOf(layer), signal)));
  const named = (await ask(({ DisplayField }) => DisplayField)).flat();
  if (named.length >= enough) return distinguished(ranked(named, text));
  const known = new Set(named.map(keyOf));
  const others = (await ask(() => '')).flat().filter((one) => !known.has(keyOf(one)));
  return distinguished(ranked([...named, ...others], text));
}

const unseenDisplay = { ImageWidth: 800, ImageHeight: 600, ImageDPI: 96 };

const keyOf = ({ result }: Finding): string => `${result.layer.LayerID} ${result.id}`;

/** @param fields comma-separated names; empty for all */
async function findIn(layer: LayerInfo, text: string, fields: string, signal: AbortSignal): Promise<Finding[]> {
  const [service, description] = [currentKey.value, requested.value];
  if (!service || !description) return [];
  // Before the map was ever shown, its own extent gives the scale.
  const shown = shownNow() ?? { MapDescription: description, MapImageDisplay: unseenDisplay };
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
  return Result.map((one): Finding => {
    const attributes = attributesOf(one.Properties, layer);
    const title = attributes.find(({ name }) => name === display?.Name || name === display?.AliasName)?.text;
    const result = { layer, id: one.FeatureID, title: title ?? one.Value, attributes, shape: one.Shape };
    return { result, field: one.FieldName, value: one.Value };
  });
}

const countryNames = /countr|nation|\bland\b|staat/i;

/** What a result says of the country it is in; undefined where its layer has no such field. */
export const countryOf = ({ result }: Finding): string | undefined =>
  result.attributes.find(({ name, text }) => countryNames.test(name) && text !== null && text !== result.title)?.text ??
  undefined;

/**
 * Add to results of the same name their country; where that is the same as well, or not known, the first attribute in which
 * those of one layer differ.
 */
export function distinguished(findings: readonly Finding[]): Finding[] {
  const named = new Map<string, Finding[]>();
  for (const one of findings) named.set(one.result.title, [...(named.get(one.result.title) ?? []), one]);
  return findings.map((one) => {
    const group = named.get(one.result.title)!;
    if (group.length === 1) return one;
    const country = countryOf(one);
    const alike = group.filter(
      (other) => other.result.layer.LayerID === one.result.layer.LayerID && countryOf(other) === country,
    );
    const known = [one.result.title, country];
    // Object IDs differ too, but mean nothing to a person.
    const difference = one.result.attributes.find(
      ({ text }, at) =>
        at > 0 &&
        text !== null &&
        !known.includes(text) &&
        new Set(alike.map(({ result }) => result.attributes[at]?.text)).size > 1,
    )?.text;
    const apart = [country, difference].filter(Boolean).join(', ');
    return apart ? { ...one, apart } : one;
  });
}

/** Sort: what is called exactly so, then what begins so, then the rest; the shortest first. */
export function ranked(findings: readonly Finding[], text: string): Finding[] {
  const requested = text.toLowerCase();
  const rank = ({ result, value }: Finding): number => {
    const title = result.title.toLowerCase();
    if (title === requested) return 0;
    return title.startsWith(requested) ? 1 : value.toLowerCase().startsWith(requested) ? 2 : 3;
  };
  // The shortest of equal prefixes is the closest match.
  return findings
    .map((one, at) => ({ one, at, rank: rank(one) }))
    .sort((a, b) => a.rank - b.rank || a.one.result.title.length - b.one.result.title.length || a.at - b.at)
    .map(({ one }) => one);
}
