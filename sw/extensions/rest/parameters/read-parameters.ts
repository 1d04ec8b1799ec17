import { badValue, Fault, wrongValue } from '../../../contract/fault.ts';
import { Expected, type FurtherReaders, readParameters } from '../../../contract/parameter.ts';
import { isObject, lenientJson, parseFiniteNumber, parseNumberList } from '../../../contract/parameter-text.ts';
import type { Given } from '../../../endpoints/request-parameters.ts';
import type { GivenExtent, GivenReference, LayerChoice, RestKinds, RestParameter, RestRow } from '../contract/index.ts';

/**
 * Maximum length of a parameter. Parsing JSON blocks other requests; this length is enough for about 50,000 vertices
 * with all digits.
 */
const maxTextLength = 2_000_000;

/**
 * Read the parameters of a row. Names and words match in any case, empty parameters are absent, unknown parameters are
 * ignored.
 *
 * @throws {Fault} `missing-element` for a required parameter that is absent, `bad-value` for an invalid parameter,
 *   `too-large` above two million characters
 */
export function readRestParameters(
  { parameters }: RestRow,
  requestParameters: Given,
): Readonly<Record<string, unknown>> {
  const find = (name: string) => {
    const text = requestParameters.get(name.toLowerCase());
    if (typeof text === 'string' && text.length > maxTextLength)
      throw wrongValue('too-large', name, `at most ${maxTextLength} characters`, `${text.length}`);
    return typeof text === 'string' && text.trim() === '' ? undefined : text;
  };
  return readParameters<RestParameter, RestKinds>(parameters, find, {
    readers,
    wrong: badValue,
    missing: (name, { doc }) => wrongValue('missing-element', name, doc, 'nothing'),
  });
}

/**
 * If an operation's fault names an element, return a fault that names the request parameter instead.
 *
 * For example, `query.QueryFilter.WhereClause position 3: …` becomes a fault of `where`.
 */
export function inParameters(fault: Fault, { parameters }: RestRow): Fault {
  for (const [name, { element }] of Object.entries(parameters)) {
    if (element === undefined) continue;
    const path = new RegExp(`^(\\w+\\.)?${element.replaceAll('.', '\\.')}(?=[.:[ ])`);
    if (!path.test(fault.message)) continue;
    return new Fault(fault.code, fault.message.replace(path, name), fault.detail, { cause: fault });
  }
  return fault;
}

/** The readers of the parameter kinds that only the REST interface has. */
const readers = {
  size(text) {
    const [widthPx = 0, heightPx = 0, ...more] = (parseNumberList(text) ?? []).map(Math.round);
    if (more.length === 0 && widthPx >= 1 && heightPx >= 1) return [widthPx, heightPx];
    return new Expected('width,height in pixels');
  },
  extent(text) {
    const parsed = text.trim().startsWith('{') ? lenientJson(text) : parseNumberList(text);
    const sides = Array.isArray(parsed)
      ? parsed
      : isObject(parsed)
        ? extentSides.map((side) => parseFiniteNumber(parsed[side]))
        : [];
    if (sides.length !== 4 || sides.includes(undefined)) return new Expected('xmin,ymin,xmax,ymax');
    const [xmin, south, xmax, north] = sides as [number, number, number, number];
    // esri-leaflet sends the upper side first, so y is sorted. A left side east of the right side crosses the
    // antimeridian, so x isn't.
    const extent: GivenExtent = { xmin, ymin: Math.min(south, north), xmax, ymax: Math.max(south, north) };
    if (!isObject(parsed) || !isObject(parsed.spatialReference)) return extent;
    const spatialReference = referenceIn(parsed.spatialReference);
    return spatialReference instanceof Expected ? spatialReference : { ...extent, spatialReference };
  },
  geometry(text) {
    const expected = new Expected('x,y or xmin,ymin,xmax,ymax or geometry JSON');
    const parsed = text.trim().startsWith('{') ? lenientJson(text) : parseNumberList(text);
    if (isObject(parsed)) return parsed;
    if (!Array.isArray(parsed)) return expected;
    const [x, y, xmax, ymax] = parsed as number[];
    if (parsed.length === 2) return { x, y };
    return parsed.length === 4 ? { xmin: x, ymin: y, xmax, ymax } : expected;
  },
  spatialReference(text) {
    const trimmed = text.trim();
    const parsed = trimmed.startsWith('{') ? lenientJson(trimmed) : parseFiniteNumber(trimmed.replace(/^epsg:/i, ''));
    return referenceIn(typeof parsed === 'number' ? { wkid: parsed } : parsed);
  },
  time(text) {
    // mapbox-gl-arcgis-featureserver sends `false` for no time.
    if (/^\s*false\s*$/i.test(text)) return [null, null];
    const parsed = text.trim().startsWith('[') ? lenientJson(text) : text.split(',');
    const parts = Array.isArray(parsed) ? parsed : [];
    const moments = parts.map((part) => {
      if (part === null || (typeof part === 'string' && /^(?:null)?$/i.test(part.trim()))) return null;
      return parseFiniteNumber(part);
    });
    if (moments.length === 1 && typeof moments[0] === 'number') return [moments[0], moments[0]];
    if (moments.length === 2 && !moments.includes(undefined)) return [moments[0]!, moments[1]!];
    return new Expected('a time or start,end in epoch milliseconds');
  },
  layerChoice(text) {
    const [, word = 'show', list = ''] = /^\s*(?:([a-z]+)\s*:?)?(.*)$/is.exec(text) ?? [];
    const how = word.toLowerCase();
    const ids = list.trim() === '' ? undefined : parseNumberList(list);
    const isKnown = ['show', 'hide', 'include', 'exclude', 'top', 'visible', 'all'].includes(how);
    if (!isKnown || (list.trim() !== '' && !ids?.every(Number.isSafeInteger)))
      return new Expected('a word such as show, hide, top or all, then ":" and layer IDs');
    return { how: how as LayerChoice['how'], ids };
  },
  layerTexts(text) {
    const expected = new Expected('{"id":"clause"} or id:clause;id:clause');
    const pairs = layerPairs(text);
    if (!pairs) return expected;
    const texts = new Map<number, string>();
    for (const [id, clause] of pairs) {
      const number = parseFiniteNumber(id);
      if (number === undefined || !Number.isSafeInteger(number) || typeof clause !== 'string') return expected;
      texts.set(number, clause);
    }
    return texts;
  },
  unused(text, { choices = [] }) {
    if (choices.includes(text.trim().toLowerCase())) return undefined;
    return new Expected([...choices, 'nothing'].join(' or '));
  },
} satisfies FurtherReaders<RestKinds>;

const extentSides = ['xmin', 'ymin', 'xmax', 'ymax'] as const;

function referenceIn(input: unknown): GivenReference | Expected {
  const expected = new Expected('a spatial reference ID or its JSON, {"wkid":4326} or {"wkt":"…"}');
  if (!isObject(input)) return expected;
  const wkid = parseFiniteNumber(input.wkid);
  const latestWkid = parseFiniteNumber(input.latestWkid);
  if (wkid !== undefined || latestWkid !== undefined) return { wkid: wkid ?? latestWkid!, latestWkid };
  return typeof input.wkt === 'string' && input.wkt.trim() !== '' ? { wkt: input.wkt } : expected;
}

/** List pairs of layer ID and text from any of the three forms; undefined for other text. */
function layerPairs(text: string): (readonly [unknown, unknown])[] | undefined {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) {
    return trimmed.split(/;(?=\s*\d+\s*:)/).map((part) => {
      const colon = part.indexOf(':');
      return [part.slice(0, Math.max(colon, 0)), part.slice(colon + 1).replace(/;\s*$/, '')];
    });
  }
  const parsed = lenientJson(trimmed);
  if (isObject(parsed)) return Object.entries(parsed);
  if (!Array.isArray(parsed)) return undefined;
  return parsed.map((definition) =>
    isObject(definition)
      ? [definition.layerId, definition.where ?? definition.layerDefinition]
      : [undefined, undefined],
  );
}
