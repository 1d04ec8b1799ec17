import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { makeShared } from '../../../../src/extensions/share/make/make-shared.ts';
import type { ShareChoices, SharedLayer } from '../../../../src/extensions/share/make/share-choices.ts';
import { writePage } from '../../../../src/extensions/share/make/write-page.ts';
import { findNeededFields } from '../../../../src/publish/import/needed-fields.ts';
import { labelClass } from '../../../../src/publish/import/style.ts';
import { unpackShared } from '../../../../sw/extensions/share/shared-map.ts';
import { referenceFromWkid } from '../../../../sw/geometry/spatial-reference.ts';
import type { LayerDefinition } from '../../../../sw/service/definition.ts';
import { type Bins, reductionText } from '../../../../sw/service/feature-reduction.ts';
import { packService } from '../../../../sw/service/package.ts';
import { sizesText } from '../../../../sw/service/size-by-value.ts';
import { packFiles } from '../../formats/pack-files.ts';

const world = referenceFromWkid(4326);
const rows = [
  { NAME: '</script><b>"Ä"', SECRET: 'do-not-tell', KIND: 'a', at: [1, 1] },
  { NAME: '<!-- שלום 🦊', SECRET: 'nor-this', KIND: 'b', at: [2, 2] },
  { NAME: 'elsewhere-far', SECRET: 'never', KIND: 'b', at: [60, 60] },
];
const places = JSON.stringify({
  type: 'FeatureCollection',
  features: rows.map(({ at, ...properties }) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates: at },
  })),
});

async function shareLayer(layer: Partial<SharedLayer>, choices: Partial<ShareChoices> = {}) {
  const { definition, files: stored } = await packFiles([
    { name: 'places.geojson', bytes: new TextEncoder().encode(places) },
  ]);
  const readBytes = async ([name, blob]: [string, Blob]) => [name, new Uint8Array(await blob.arrayBuffer())] as const;
  const packed = packService(definition, new Map(await Promise.all([...stored].map(readBytes))));
  const data = await makeShared({
    packages: new Map([['places', new Blob([packed as Uint8Array<ArrayBuffer>])]]),
    systems: '{"datums":[],"systems":[]}',
    fonts: [
      { file: 'latin', weight: 400, unicodeRange: 'U+0000-00FF', content: new Blob(['latin']) },
      { file: 'greek', weight: 400, unicodeRange: 'U+0370-03FF', content: new Blob(['greek']) },
    ],
    choices: {
      ...{ title: 'Title', text: '', language: 'en', reference: world, extent: [0, 0, 10, 10] },
      ...{ isViewOnly: false, hasAttachments: true },
      layers: [
        {
          ...{ service: 'places', layer: 0, title: 'Places', isVisible: true, hasLabels: false },
          ...{ fields: ['NAME'], filters: [], ...layer },
        },
      ],
      ...choices,
    },
  });
  const stream = data.stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const bytes = await new Response(stream).arrayBuffer();
  return { bytes: new TextDecoder().decode(bytes), ...unpackShared(bytes), data };
}

describe('a shared map', () => {
  it('has the chosen fields and no trace of others', async () => {
    const { bytes, map, files } = await shareLayer({});
    expect(bytes).toContain('</script><b>"Ä"');
    expect(bytes).toContain('<!-- שלום 🦊');
    expect(bytes).not.toMatch(/do-not-tell|nor-this|never|SECRET|KIND/);
    const { fields, rowCount } = map.definition.tables['layer-1']!;
    expect(fields.map(({ Name }) => Name)).toEqual(['OBJECTID', 'Shape', 'NAME']);
    expect(rowCount).toBe(3);
    expect([...files.keys()]).toEqual(expect.arrayContaining(['layer-1.attributes.arrow', 'latin']));
    expect(files.has('greek')).toBe(false);
  });

  it('has only the rows that the filters and the view leave, and not the fields of filters', async () => {
    const filtered = await shareLayer({ filters: ["KIND = 'b'"] });
    expect(filtered.map.definition.tables['layer-1']!.rowCount).toBe(2);
    expect(filtered.bytes).not.toMatch(/KIND|<\/script>/);
    const inView = await shareLayer({}, { isViewOnly: true });
    expect(inView.map.definition.tables['layer-1']!.rowCount).toBe(2);
    expect(inView.bytes).not.toContain('elsewhere-far');
  });

  it('has classes of single values only where a row of it has the value', async () => {
    const drawing = {
      type: 'FeatureLayerDrawingDescription',
      FeatureRenderer: {
        type: 'UniqueValueRenderer',
        Field1: 'KIND',
        UniqueValueInfos: ['a', 'b', 'c'].map((Value) => ({ Value, Label: `label-${Value}` })),
      },
    } as unknown as NonNullable<SharedLayer['drawing']>;
    const layer = { drawing, fields: ['KIND'] };
    expect((await shareLayer({ ...layer, filters: ["KIND = 'b'"] })).bytes.match(/label-\w/g)).toEqual(['label-b']);
    expect((await shareLayer(layer)).bytes.match(/label-\w/g)).toHaveLength(3);
  });

  it('names the fields that a drawing cannot do without', () => {
    const drawing = {
      FeatureRenderer: { type: 'UniqueValueRenderer', Field1: 'kind', DefaultLabel: 'NAME' },
      LabelingDescription: { LabelClassDescriptions: [{ LabelExpression: '[NAME_2] & " " & [Höhe]' }] },
    } as unknown as LayerDefinition['drawing'];
    const fields = ['KIND', 'NAME', 'NAME_2', 'HÖHE', 'OTHER'];
    expect(findNeededFields(drawing, false, fields)).toEqual(['KIND']);
    expect(findNeededFields(drawing, true, fields)).toEqual(['KIND', 'NAME_2', 'HÖHE']);
    const LabelClassDescriptions = [{ ...labelClass('point', 'a]b'), WhereClause: '"c""d" > 1' }];
    const labelled = { ...drawing, LabelingDescription: { LabelClassDescriptions } } as LayerDefinition['drawing'];
    expect(findNeededFields(labelled, true, ['a]b', 'c"d', 'e'])).toEqual(['a]b', 'c"d']);
  });

  it('names the fields that a density and sizes cannot do without', () => {
    const bins: Bins = {
      ...{
        type: 'binning',
        shape: 'square',
        sizePt: 18,
        statistic: 'sum',
        field: 'Other',
        isClassed: true,
        maxScale: 0,
      },
      colors: [[0, 0, 0, 1]],
    };
    const sizes = { field: 'NAME', minValue: 0, maxValue: 9, minSizePt: 3, maxSizePt: 9 };
    const needed = (drawing: Partial<SharedLayer['drawing']>) =>
      findNeededFields(drawing as SharedLayer['drawing'], false, ['KIND', 'NAME', 'VALUE', 'OTHER']);
    expect(needed({ FeatureReduction: reductionText(bins) })).toEqual(['OTHER']);
    expect(needed({ FeatureReduction: reductionText({ ...bins, statistic: 'count', field: undefined }) })).toEqual([]);
    expect(needed({ VisualVariables: sizesText(sizes) })).toEqual(['NAME']);
  });
});

const template =
  '<html lang="en"><meta content="script-src \'x\'%BESIDE%"><title>%TITLE%</title><p>%TEXT%</p><script id="viewer">dmlld2Vy</script>%DATA%</html>';

describe('the page of a shared map', () => {
  const texts = { title: '</title><script>alert(1)</script> %DATA% $&', text: '"><img onerror=x>', language: 'de' };

  it('has what people wrote as text, never as markup', async () => {
    const { data } = await shareLayer({});
    const { content, ending } = await writePage(template, data, texts);
    const page = await content.text();
    expect(ending).toBe('html');
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; %DATA% $&amp;</title>');
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page).not.toContain('<img');
    const base64 = /id="map-data">([^<]*)</.exec(page)![1]!;
    expect(Buffer.from(base64, 'base64')).toEqual(Buffer.from(await data.arrayBuffer()));
  });

  it('becomes a zip with scripts beside the page when it would be too large', async () => {
    const { data } = await shareLayer({});
    const { content, ending } = await writePage(template, data, texts, 500);
    expect(ending).toBe('zip');
    const entries = unzipSync(new Uint8Array(await content.arrayBuffer()));
    expect(Object.keys(entries)).toEqual(['map.html', 'map-data-1.js']);
    const page = new TextDecoder().decode(entries['map.html']);
    expect(page).toContain('<script src="map-data-1.js"></script>');
    expect(page).toContain("script-src 'x' 'self' file:");
    const window: { mapPieces?: string[] } = {};
    new Function('window', new TextDecoder().decode(entries['map-data-1.js']))(window);
    expect(Buffer.from(window.mapPieces!.join(''), 'base64')).toEqual(Buffer.from(await data.arrayBuffer()));
  });
});
