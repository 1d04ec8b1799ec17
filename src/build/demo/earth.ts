import jpeg from 'jpeg-js';
import { wgs84 } from '../../../sw/formats/reading/spatial-reference.ts';
import { line } from '../../../sw/formats/reading/symbols.ts';
import { defaultRasterDrawing } from '../../../sw/service/raster-drawing.ts';
import { type BuiltService, buildService } from '../../publish/import/build-service.ts';
import { type EncodePicture, writeRaster } from '../../publish/import/raster/raster-tiles.ts';
import { landTable } from './earthquakes.ts';
import { graticuleTable } from './graticule.ts';
import { drawn, simple } from './layer-styles.ts';
import type { demoReader } from './sources.ts';

/** Above it the file grows faster than the picture gains. */
const jpegQuality = 82;

const encodeJpeg: EncodePicture = (rgba, widthPx, heightPx) =>
  new Uint8Array(jpeg.encode({ data: rgba, width: widthPx, height: heightPx }, jpegQuality).data);

/** The earth from space, with borders and a graticule that can be laid over it. */
export async function buildEarth(reader: ReturnType<typeof demoReader>): Promise<BuiltService> {
  const { widthPx, heightPx, rgba } = reader.blueMarble();
  const channel = (offset: number): Uint8Array => {
    const samples = new Uint8Array(widthPx * heightPx);
    for (let i = 0; i < samples.length; i++) samples[i] = rgba[4 * i + offset]!;
    return samples;
  };
  const written = await writeRaster(
    {
      name: 'Blue Marble',
      widthPx,
      heightPx,
      extent: [-180, -90, 180, 90],
      spatialReference: wgs84,
      sampleType: 'u8',
      bands: ['Red', 'Green', 'Blue'].map((name, i) => ({ name, samples: channel(i) })),
      isCategorical: false,
      isLossy: true,
      notes: [],
    },
    { key: 'BlueMarble', encodePicture: encodeJpeg },
  );
  return buildService({
    name: 'Earth',
    title: 'Earth',
    description: 'The earth from space, a mosaic of pictures of satellites without clouds, in pixels of about 10 km.',
    keywords: 'earth, satellite, imagery, raster',
    credits: [
      'Blue Marble: NASA Earth Observatory, public domain, as packed by three-globe (MIT).',
      'Borders: Natural Earth 1:50m, public domain, as packed by world-atlas (ISC).',
    ],
    bookmarks: [
      { Name: 'Amazon', extent: [-82, -20, -34, 8] },
      { Name: 'Himalaya', extent: [68, 20, 104, 40] },
      { Name: 'Sahara', extent: [-18, 10, 40, 38] },
      { Name: 'Greenland', extent: [-75, 58, -10, 84] },
    ],
    extent: [-180, -90, 180, 90],
    fullExtent: [-180, -90, 180, 90],
    layers: [
      {
        table: { ...landTable(reader), name: 'Borders', description: 'Borders of countries at 1:50 million.' },
        style: drawn(
          simple({ type: 'SimpleFillSymbol', Outline: line('#ffffff', 0.5), Style: 'gisSFSNull' }, 'Border'),
          [],
          'NAME',
          45,
        ),
      },
      {
        table: graticuleTable(),
        style: drawn(simple(line('#ffffff', 0.4), 'Every 15 degrees'), [], 'NAME', 45),
        visible: false,
      },
    ],
    rasters: [
      {
        name: 'Blue Marble',
        description: 'Red, green and blue as a satellite sees them.',
        key: 'BlueMarble',
        written,
        drawing: defaultRasterDrawing(written.manifest),
      },
    ],
  });
}
