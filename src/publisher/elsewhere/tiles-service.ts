import type { Value } from '../../../sw/contract/index.ts';
import type { GeometryKind, TableManifest } from '../../../sw/rows/manifest.ts';
import { remoteManifest } from '../../../sw/rows/remote/remote-manifest.ts';
import { buildMap } from '../build-map.ts';
import { defaultStyle, type LayerStyle } from '../style.ts';
import type { TileFeaturesDescription } from './describe-tile-features.ts';
import { firstPicture, scaleOfFirstPicture } from './first-picture.ts';
import type { ElsewhereChoices } from './messages.ts';
import { packElsewhere } from './pack-elsewhere.ts';
import { tableWithoutRows } from './table-without-rows.ts';

/** As many as make symbols small, since how many features there are is not known. */
const assumedRows = 100_000;
const outlineWidthPt = 0.5;

/** Make the package of a service with a layer for each kind of each layer of an archive of vector tiles, whose features stay where they are. */
export function makeTilesService(
  { layers, remote, extent, mostWidth, center, credits }: TileFeaturesDescription,
  { name, title, description, partNames = {} }: ElsewhereChoices,
  spatialReference: Value<'SpatialReference'>,
): Blob {
  const tables: Record<string, TableManifest> = {};
  const minScale = mostWidth ? scaleOfFirstPicture(mostWidth, spatialReference) : 0;
  const plans = layers.map(({ geometry, columns, tiles, isPart }, i) => {
    const described = { columns, geometry, extent, rowCount: 0, remote: { ...remote, tiles } };
    tables[`elsewhere${i}`] = remoteManifest(described, spatialReference);
    const layerName = isPart ? `${tiles.layer} (${partNames[geometry] ?? geometry})` : tiles.layer;
    const table = tableWithoutRows({ ...described, rowCount: assumedRows }, spatialReference, {
      title: layerName,
      description,
    });
    return { table, name: layerName, style: styleOf(table, geometry), minScale };
  });
  const [x, y] = center ?? [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2];
  const map = buildMap(
    { name, title, credits, layers: plans, extent: mostWidth ? firstPicture([x, y], mostWidth) : extent },
    Object.keys(tables),
    tables,
  );
  return packElsewhere(remote.address, { name, title, description }, { maps: [map], tables }, credits);
}

/** Areas are outlined in the color of their fill, and neither lets anything through: so the edges of tiles, where pieces meet, are not seen. */
function styleOf(table: Parameters<typeof defaultStyle>[0], geometry: GeometryKind): LayerStyle {
  const style = defaultStyle(table, geometry);
  const renderer = style.drawing.FeatureRenderer;
  if (renderer?.type !== 'SimpleRenderer' || renderer.Symbol.type !== 'SimpleFillSymbol') return style;
  const { Color } = renderer.Symbol;
  const opaque = Color && { ...Color, AlphaValue: 255 };
  const Outline = { type: 'SimpleLineSymbol', Color: opaque, Width: outlineWidthPt, Style: 'gisSLSSolid' } as const;
  const symbol = { ...renderer.Symbol, Color: opaque, Outline };
  return { ...style, drawing: { ...style.drawing, FeatureRenderer: { ...renderer, Symbol: symbol } } };
}
