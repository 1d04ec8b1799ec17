import type { AnyValue, Value } from '../../sw/contract/index.ts';
import { call } from '../connection/call.ts';
import { shownScale } from '../map/view/shown-resolution.ts';
import { Button } from '../parts/button.tsx';
import { copyText } from '../parts/copy-field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorState, Notice } from '../parts/notice.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { useRead } from '../parts/use-read.ts';
import { extentToEnvelope, referenceFor } from '../state/references.ts';
import { isNumeric } from '../state/rows.ts';
import {
  currentKey,
  currentService,
  description,
  isLayerOn,
  type LayerInfo,
  type MapInfo,
  mapInfo,
} from '../state/services.ts';
import { sqlName } from '../state/sql.ts';
import { drawn, projection, view } from '../state/view.ts';
import { formatCount, formatScale } from '../text/format.ts';
import { text } from '../text/text.ts';

export function DescribeView({ onClose }: { onClose: () => void }) {
  const { value, problem } = useRead('view', async (signal) => {
    const viewDescription = await describeView(signal);
    return viewDescription ? writeSentences(viewDescription) : [];
  });
  const isAsking = !value && !problem;
  return (
    <Dialog
      title={text.describe.title}
      onClose={onClose}
      footer={
        value &&
        value.length > 0 && (
          <Button icon="copy" onClick={() => void copyText(value.join('\n'), text.describe.title)}>
            {text.copy}
          </Button>
        )
      }
    >
      <div class="stack" aria-live="polite" aria-busy={isAsking}>
        {isAsking && <ProgressBar name={text.describe.asking} />}
        {value?.length === 0 && <Notice kind="info">{text.describe.nothing}</Notice>}
        {problem && <ErrorState title={text.describe.failed} message={problem} />}
        {value?.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </Dialog>
  );
}

function writeSentences({ title, scale, layers, hidden }: ViewDescription): string[] {
  const listed = layers.filter(({ count }) => count > 0);
  const empty = layers.filter(({ count }) => count === 0).map(({ name }) => name);
  return [
    text.describe.map(title, scale === undefined ? undefined : formatScale(scale), layers.length),
    ...listed.map(({ name, count, greatest, rankedBy }) =>
      greatest.length > 0
        ? text.describe.layerRanked(name, formatCount(count), count, rankedBy ?? '', greatest.join(', '))
        : text.describe.layer(name, formatCount(count), count),
    ),
    ...(empty.length > 0 ? [text.describe.empty(empty.join(', '))] : []),
    ...(hidden.length > 0 ? [text.describe.hidden(hidden.join(', '))] : []),
  ];
}

interface LayerInView {
  readonly name: string;
  readonly count: number;
  /**
   * Names of the features with the largest values of the field `rankedBy`, in descending order; empty without such a
   * field.
   */
  readonly greatest: readonly string[];
  readonly rankedBy: string | undefined;
}

interface ViewDescription {
  readonly title: string;
  readonly mapName: string;
  readonly scale: number | undefined;
  /** Drawn layers, the topmost first. */
  readonly layers: readonly LayerInView[];
  readonly hidden: readonly string[];
}

const ranks = /pop|area|mag|size|value|total|sum|count|length|height|elev/i;
const namesShown = 3;

/** Request numbers and names of the current view from the server; undefined before the map is shown. */
async function describeView(signal?: AbortSignal): Promise<ViewDescription | undefined> {
  const [service, info, shown] = [currentKey.value, mapInfo.value, view.value];
  if (!service || !info || !shown) return undefined;
  const ids = drawn.value && new Set(drawn.value.layerIds);
  const layers = (info.MapLayerInfos ?? []).filter(({ IsComposite }) => !IsComposite);
  const isShown = (layer: LayerInfo) => (ids ? ids.has(layer.LayerID) : isLayerOn(layer));
  const envelope = extentToEnvelope(shown.extent, referenceFor(projection.value, info));
  const layersInView = await Promise.all(
    layers
      .filter((layer) => layer.IsFeatureLayer && isShown(layer))
      .map((layer) => look(service, info, layer, envelope, signal)),
  );
  return {
    title: currentService.value?.title ?? service,
    mapName: info.Name,
    scale: shownScale.value,
    layers: layersInView,
    hidden: layers.filter((layer) => !isShown(layer)).map(({ Name }) => Name),
  };
}

async function look(
  service: string,
  { Name: MapName }: MapInfo,
  layer: LayerInfo,
  FilterGeometry: Value<'EnvelopeN'>,
  signal: AbortSignal | undefined,
): Promise<LayerInView> {
  const { LayerID } = layer;
  const expression = description.value?.LayerDescriptions?.find(
    (candidate) => candidate.LayerID === LayerID,
  )?.DefinitionExpression;
  const filter: Value<'SpatialFilter'> = {
    type: 'SpatialFilter',
    WhereClause: expression ?? '',
    Resolution: 0,
    SearchOrder: 'gisSearchOrderSpatial',
    SpatialRel: 'gisSpatialRelIntersects',
    SpatialRelDescription: '',
    FilterGeometry,
    GeometryFieldName: '',
    FilterOwnsGeometry: false,
  };
  const { Result: count } = await call(
    'QueryFeatureCount',
    service,
    { MapName, LayerID, QueryFilter: filter },
    { signal },
  );
  const rank = layer.Fields?.FieldArray.find((field) => isNumeric(field) && ranks.test(field.Name));
  if (!rank || !layer.DisplayField || count === 0)
    return { name: layer.Name, count, greatest: [], rankedBy: undefined };
  const QueryFilter = {
    ...filter,
    SubFields: `${sqlName(layer.DisplayField)},${sqlName(rank.Name)}`,
    PostfixClause: `ORDER BY ${sqlName(rank.Name)} DESC`,
  };
  const { Result } = await call('QueryFeatureData', service, { MapName, LayerID, QueryFilter }, { signal });
  const titleIndex = Result.Fields.FieldArray.findIndex(({ Name }) => Name === layer.DisplayField);
  const rankAt = Result.Fields.FieldArray.findIndex(({ Name }) => Name === rank.Name);
  const greatest = Result.Records.filter(({ Values }) => Values[rankAt] !== null)
    .map(({ Values }) => plainText(Values[titleIndex]))
    .filter((name) => name !== '');
  return {
    name: layer.Name,
    count,
    greatest: [...new Set(greatest)].slice(0, namesShown),
    rankedBy: rank.AliasName || rank.Name,
  };
}

function plainText(value: AnyValue | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' && 'value' in value ? String(value.value) : String(value);
}
