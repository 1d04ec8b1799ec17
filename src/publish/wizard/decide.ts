import { stem } from '../../../sw/formats/reading/source-table.ts';
import type { ColumnReading } from '../import/columns/retype-column.ts';
import type { Decided, DecidedLayer, DecidedRelation, SymbolChoice } from '../import/decided.ts';
import type { ReadLayer, ReadOutcome } from '../import/read-layer.ts';
import { serviceName } from '../import/service-name.ts';
import { drawingCode } from './drawing-reference.ts';

/**
 * What is likely meant: what a draft begins with, and what is published where nobody is asked. It is all that is no extra, under the
 * name of the first file.
 */
export function firstDecisions(outcome: ReadOutcome, firstFile: string): Decided {
  const nothing = {
    folder: '',
    description: '',
    isReplacing: false,
    layers: [],
    relations: [],
    joins: [],
    attach: undefined,
  };
  if (outcome.type === 'package') {
    const { name, title, folder = '' } = outcome;
    return { ...nothing, name, title, folder };
  }
  const { layers: read, attached } = outcome;
  const title = stem(firstFile) || 'service';
  const [field] = attached?.fields ?? [];
  return {
    ...nothing,
    name: serviceName(title),
    title,
    description: read.find(({ description }) => description)?.description ?? '',
    layers: read.map((layer, at) => ({
      name: layer.name,
      isLeftOut: layer.isExtra,
      columns: {},
      displayField: layer.displayField,
      code: drawingCode(read, at) ?? String(likelyWkid(layer) ?? ''),
    })),
    relations: suggestRelations(read),
    attach: field && { layer: field.layer, column: field.column },
  };
}

/**
 * The number of the coordinate system in which the coordinates of a layer are likely meant; undefined where the file says one, or
 * where nothing tells.
 */
function likelyWkid({ spatialReference, geometry, located, isGeographic }: ReadLayer): number | undefined {
  if (spatialReference || geometry === 'none') return undefined;
  const named = located?.wkid;
  // Metres are never degrees, whatever a name says.
  if (named !== undefined && (named !== 4326 || isGeographic)) return named;
  return isGeographic ? 4326 : undefined;
}

/** What a layer is drawn by: the colour and size that a person chose, else those of the file or of its name. */
export const symbolOf = ({ symbol }: DecidedLayer, { color, sizePt }: ReadLayer): SymbolChoice =>
  symbol ?? { color, sizePt };

/** The choice of a symbol; none where it is what the layer has by itself. */
export const chosenSymbol = (symbol: SymbolChoice, { color, sizePt }: ReadLayer): DecidedLayer['symbol'] =>
  symbol.color === color && symbol.sizePt === sizePt ? undefined : symbol;

/** How a column is read: as a person chose, else as it was found. Undefined where it is not there. */
export const chosenReading = (
  draft: Pick<Decided, 'layers'>,
  read: readonly ReadLayer[],
  at: number,
  name: string,
): ColumnReading | undefined =>
  draft.layers[at]?.columns[name]?.reading ??
  read[at]?.columns.find((column) => column.name === name)?.readings[0]?.reading;

const asKind = (reading: string | undefined): string | undefined =>
  reading === 'Integer' || reading === 'SmallInteger' || reading === 'Double' ? 'number' : reading;

/** Tell whether two columns may be the two ends of a relation, as they are read. */
export const canMeet = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && asKind(a) === asKind(b);

/**
 * Suggest relations between tables that were read together: a column of the same name in both, whose values stand but
 * once in the one. Only between a table with geometry and one without, where it is likely to be meant.
 */
function suggestRelations(layers: readonly ReadLayer[]): DecidedRelation[] {
  const found: DecidedRelation[] = [];
  for (const [origin, of] of layers.entries())
    for (const [destination, to] of layers.entries()) {
      if (of.geometry === 'raster' || to.geometry === 'raster') continue;
      if (of.geometry === 'none' || to.geometry !== 'none') continue;
      const key = of.columns.find(
        (column) =>
          column.isUnique &&
          /id|key|code|nr|no|number|iso|fips|nuts|kennung|schl/i.test(column.name) &&
          to.columns.some(
            (other) =>
              other.name.toLowerCase() === column.name.toLowerCase() &&
              canMeet(column.readings[0]?.reading, other.readings[0]?.reading),
          ),
      );
      const other = key && to.columns.find(({ name }) => name.toLowerCase() === key.name.toLowerCase());
      if (!key || !other) continue;
      found.push({
        name: to.name,
        origin,
        originKey: key.name,
        destination,
        destinationKey: other.name,
        isOneToOne: other.isUnique,
      });
    }
  return found;
}
