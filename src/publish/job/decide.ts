import { stem } from '../../../sw/formats/reading/source-table.ts';
import type { ColumnReading } from '../import/columns/retype-column.ts';
import type { Decided, DecidedLayer, DecidedRelation, SymbolChoice } from '../import/decided.ts';
import type { ReadLayer, ReadOutcome } from '../import/read-layer.ts';
import { serviceName } from '../import/service-name.ts';
import { drawingCode } from './drawing-reference.ts';

/**
 * Make the initial draft, which the command publishes unchanged. It includes everything except extras,
 * under the name of the first file.
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
    layers: read.map((layer, index) => ({
      name: layer.name,
      isLeftOut: layer.isExtra,
      columns: {},
      displayField: layer.displayField,
      code: drawingCode(read, index) ?? String(likelyWkid(layer) ?? ''),
    })),
    relations: suggestRelations(read),
    attach: field && { layer: field.layer, column: field.column },
  };
}

/** Return the likely WKID of a layer; undefined if the file has a spatial reference, or if nothing suggests one. */
function likelyWkid({ spatialReference, geometry, located, isGeographic }: ReadLayer): number | undefined {
  if (spatialReference || geometry === 'none') return undefined;
  const named = located?.wkid;
  // Values in meters are never degrees, even if the name says so.
  if (named !== undefined && (named !== 4326 || isGeographic)) return named;
  return isGeographic ? 4326 : undefined;
}

/** Return the symbol of a layer: color and size chosen by the user, or else the default. */
export const resolveSymbol = ({ symbol }: DecidedLayer, { color, sizePt }: ReadLayer): SymbolChoice =>
  symbol ?? { color, sizePt };

/** Return the symbol to store; undefined if it is the default of the layer. */
export const pickStoredSymbol = (symbol: SymbolChoice, { color, sizePt }: ReadLayer): DecidedLayer['symbol'] =>
  symbol.color === color && symbol.sizePt === sizePt ? undefined : symbol;

/** Return the type of a column: as chosen, else as detected. Undefined if there is no such column. */
export const resolveReading = (
  draft: Pick<Decided, 'layers'>,
  read: readonly ReadLayer[],
  index: number,
  name: string,
): ColumnReading | undefined =>
  draft.layers[index]?.columns[name]?.reading ??
  read[index]?.columns.find((column) => column.name === name)?.readings[0]?.reading;

const asKind = (reading: string | undefined): string | undefined =>
  reading === 'Integer' || reading === 'SmallInteger' || reading === 'Double' ? 'number' : reading;

/** Check whether two columns may be keys of a relationship, given their types. */
export const canMeet = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && asKind(a) === asKind(b);

/**
 * Suggest relationships between tables read together: both have a column of the same name, with unique values in one of
 * them. One table must have geometry and the other none, because that is the likely case.
 */
function suggestRelations(layers: readonly ReadLayer[]): DecidedRelation[] {
  const relations: DecidedRelation[] = [];
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
      relations.push({
        name: to.name,
        origin,
        originKey: key.name,
        destination,
        destinationKey: other.name,
        isOneToOne: other.isUnique,
      });
    }
  return relations;
}
