import { quoteValue, unsupported, type Value } from '../../contract/index.ts';
import { findField } from '../../rows/field-list.ts';
import type { Table } from '../../rows/table.ts';
import type { Condition } from '../../rows/where/bound.ts';
import type { MapDefinition } from '../../service/definition.ts';
import type { Call } from '../call.ts';
import { getPublishedTable, type PublishedTable, withoutHidden } from '../published.ts';
import { bindConditions, definitionClauses } from '../row-filter.ts';

/** Layer or table, named by ID or by a description that can restrict and format the response. */
interface RequestedTable {
  /** The published table, or the table that the request defines. */
  readonly published: PublishedTable;
  readonly table: Table;
  /** Conditions of the published filter and of the description. */
  readonly where: readonly Condition[];
  /** Absent for tables and for layers named by ID: geometry as stored, formatted values, aliases. */
  readonly resultOptions?: Value<'LayerResultOptions'>;
}

/**
 * Open a layer or table by its ID or description.
 *
 * @param path of the ID or description, for messages
 * @throws {Fault} `unknown-layer`, `not-supported` for groups and layers of geoprocessing results, `bad-sql`, and as
 *   `sourceTable`
 */
export async function openRequestedTable(
  call: Call,
  map: MapDefinition,
  requested: number | Value<'MapTableDescription'>,
  path: string,
): Promise<RequestedTable> {
  if (typeof requested === 'number') return opened(call, getPublishedTable(call.service, map, requested), '');
  if (requested.SourceID) {
    throw unsupported(`${path}.SourceID ${quoteValue(requested.SourceID)}`, "geoprocessing results aren't available");
  }
  const id = requested.type === 'LayerDescription' ? requested.LayerID : requested.ID;
  const options = requested.type === 'LayerDescription' ? requested.LayerResultOptions : undefined;
  const expression = requested.DefinitionExpression ?? '';
  const requestedSource = requested.Source
    ? await openDefined(call, map, requested.Source, id, expression, path)
    : await opened(call, getPublishedTable(call.service, map, id), expression);
  return { ...requestedSource, resultOptions: options };
}

async function opened(call: Call, published: PublishedTable, expression: string): Promise<RequestedTable> {
  const { context, service } = call;
  const clauses = definitionClauses(service, published, expression);
  return {
    published,
    table: withoutHidden(await context.store.table(service, published.table), published.definition),
    where: bindConditions(clauses, published.manifest, context.now()),
  };
}

/** Open a layer that the request defines. Its rows are formatted like the published layer they belong to. */
async function openDefined(
  call: Call,
  map: MapDefinition,
  source: Value<'MapServerSourceDescription'>,
  id: number,
  expression: string,
  path: string,
): Promise<RequestedTable> {
  const { sourceTable } = await import('../sources.ts');
  const opened = await sourceTable(call, map, source, `${path}.Source`);
  const { name, table, where, published, time, DisplayField } = opened;
  const { manifest } = table;
  const { stored = manifest } = opened;
  const clause = { text: expression, path: `${path}.DefinitionExpression` };
  // A layer without a published ID has no relations.
  const tableDefinition = { ID: -1, Name: name, Description: '', table: name, DefinitionExpression: '', time };
  const displayField =
    DisplayField === undefined
      ? manifest.fields.find(({ Type }) => Type === 'gisFieldTypeString')
      : findField(manifest.fields, DisplayField);
  return {
    published: {
      id,
      Name: name,
      table: name,
      manifest,
      stored,
      DefinitionExpression: '',
      DisplayField: displayField?.Name,
      definition: published ?? tableDefinition,
    },
    table,
    where: [...where, ...bindConditions([clause], manifest, call.context.now())],
  };
}
