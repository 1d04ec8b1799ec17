import { describe, expect, it } from 'vitest';
import { wkidInName } from '../../../../../src/publish/import/locate/column-role.ts';
import { locateTable } from '../../../../../src/publish/import/locate/locate-sources.ts';
import { recognizeLocation } from '../../../../../src/publish/import/locate/recognize-location.ts';
import { readCsv } from '../../../../../sw/formats/csv/csv.ts';
import { diagnosticText } from '../../../../../sw/formats/reading/diagnostic.ts';
import { describeFiles } from '../../../formats/pack-files.ts';

const readTable = async (lines: readonly string[]) =>
  (await readCsv({ name: 'a.csv', bytes: new TextEncoder().encode(`${lines.join('\n')}\n`) }))[0]!;

/** Read a tab-separated table and return the x and y columns found in it. */
async function recognizeColumns(header: string, ...rows: readonly string[]): Promise<string> {
  const table = await readTable(
    [`name|${header}`, ...rows.map((row) => `a|${row}`)].map((line) => line.replaceAll('|', '\t')),
  );
  const { location, offer } = recognizeLocation(table);
  const alias = (name: string): string => table.columns.find((column) => column.name === name)!.alias;
  const text = (entry: typeof location): string =>
    entry.form === 'none'
      ? 'none'
      : entry.form === 'xy'
        ? `${alias(entry.x)}/${alias(entry.y)}`
        : `${entry.form} ${alias(entry.column)}`;
  return offer ? `${text(location)}, perhaps ${text(offer)}` : text(location);
}

describe('the columns of a location', () => {
  it.each([
    ['Lat|Lon', 'Lon/Lat'],
    ['latitud|longitud', 'longitud/latitud'],
    ['Latitudine|Longitudine', 'Longitudine/Latitudine'],
    ['широта|долгота', 'долгота/широта'],
    ['Широта|Довгота', 'Довгота/Широта'],
    ['геогр. ширина|геогр. дължина', 'геогр. дължина/геогр. ширина'],
    ['Breite|Länge', 'Länge/Breite'],
    ['geogr. Breite|geogr. Länge', 'geogr. Länge/geogr. Breite'],
    ['Breitengrad|Längengrad', 'Längengrad/Breitengrad'],
    ['lat_wgs84|lon_wgs84', 'lon_wgs84/lat_wgs84'],
    ['緯度|経度', '経度/緯度'],
    ['纬度|经度', '经度/纬度'],
    ['緯度（度）|経度（度）', '経度（度）/緯度（度）'],
    ['위도|경도', '경도/위도'],
    ['enlem|boylam', 'boylam/enlem'],
    ['szerokość geograficzna|długość geograficzna', 'długość geograficzna/szerokość geograficzna'],
    ['zeměpisná šířka|zeměpisná délka', 'zeměpisná délka/zeměpisná šířka'],
    ['földrajzi szélesség|földrajzi hosszúság', 'földrajzi hosszúság/földrajzi szélesség'],
    ['γεωγραφικό πλάτος|γεωγραφικό μήκος', 'γεωγραφικό μήκος/γεωγραφικό πλάτος'],
    ['leveysaste|pituusaste', 'pituusaste/leveysaste'],
    ['breddgrad|längdgrad', 'längdgrad/breddgrad'],
    ['breedtegraad|lengtegraad', 'lengtegraad/breedtegraad'],
    ['خط العرض|خط الطول', 'خط الطول/خط العرض'],
    ['קו רוחב|קו אורך', 'קו אורך/קו רוחב'],
    ['अक्षांश|देशांतर', 'देशांतर/अक्षांश'],
    ['ละติจูด|ลองจิจูด', 'ลองจิจูด/ละติจูด'],
    ['vĩ độ|kinh độ', 'kinh độ/vĩ độ'],
    ['lintang|bujur', 'bujur/lintang'],
    ['station lat|station lon', 'station lon/station lat'],
    ['decimalLatitude|decimalLongitude', 'decimalLongitude/decimalLatitude'],
    ['geoLat|geoLng', 'geoLng/geoLat'],
    ['POINT_Y|POINT_X', 'POINT_X/POINT_Y'],
    ['ycoord|xcoord', 'xcoord/ycoord'],
    ['Y座標|X座標', 'X座標/Y座標'],
  ])('are known in %s', async (header, columns) => {
    expect(await recognizeColumns(header, '48.13722|11.57556', '52.51628|13.37769')).toBe(columns);
  });

  it.each([
    ['Hochwert|Rechtswert', 'Rechtswert/Hochwert'],
    ['northing|easting', 'easting/northing'],
    ['Nordwert (m)|Ostwert (m)', 'Ostwert (m)/Nordwert (m)'],
    ['N|E', 'E/N'],
    ['norte|este', 'este/norte'],
    ['y_l93|x_l93', 'x_l93/y_l93'],
    ['utm_n|utm_e', 'utm_e/utm_n'],
    ['pohjoinen|itä', 'itä/pohjoinen'],
  ])('are known in metres: %s', async (header, columns) => {
    expect(await recognizeColumns(header, '5334760|691608', '5334761.5|691609.25')).toBe(columns);
  });

  it('are degrees, minutes and seconds, and decimal commas', async () => {
    expect(await recognizeColumns('Latitud|Longitud', `48°08'14"N|11°34'30"E`)).toBe('Longitud/Latitud');
    expect(await recognizeColumns('lat|lon', '48,137|11,575')).toBe('lon/lat');
  });

  it('are found in one column by its values', async () => {
    expect(await recognizeColumns('where', '48.1, 11.5', '52.5, 13.4')).toBe('lat-lon where');
    expect(await recognizeColumns('where', '-122.4, 37.7', '-121.9, 36.6')).toBe('lon-lat where');
    expect(await recognizeColumns('lonlat', '11.5, 48.1')).toBe('lon-lat lonlat');
    expect(await recognizeColumns('where', `48°08'N 11°34'E`)).toBe('lat-lon where');
    expect(await recognizeColumns('a', '32UPU9160834760', '32U PU 91608 34760')).toBe('grid a');
    expect(await recognizeColumns('a', '32U 691608 5334760')).toBe('grid a');
    expect(await recognizeColumns('geohash', 'u281z7j', 'u33db')).toBe('geohash geohash');
    expect(await recognizeColumns('a', 'POLYGON ((0 0, 0 1, 1 1, 0 0))')).toBe('text a');
    expect(await recognizeColumns('lat|lon|border', '0.5|0.5|POLYGON ((0 0, 0 1, 1 1, 0 0))')).toBe('text border');
    expect(await recognizeColumns('lat|lon|point', '48.1|11.5|POINT (11.5 48.1)')).toBe('lon/lat');
  });

  it('belong to one location where a table has two', async () => {
    expect(await recognizeColumns('start_lat|end_lon|start_lon|end_lat', '48.1|13.4|11.5|52.5')).toBe(
      'start_lon/start_lat',
    );
  });

  it('are offered and not used where names mean a length or values contradict them', async () => {
    expect(await recognizeColumns('Länge|Breite', '40|30', '60.5|40')).toBe('none, perhaps Länge/Breite');
    expect(await recognizeColumns('e|n', '1|2')).toBe('none, perhaps e/n');
    expect(await recognizeColumns('lat|lon', '139.75|35.66', '135.5|34.7')).toBe('none, perhaps lat/lon');
  });

  it('are not found where there are none', async () => {
    for (const [header, row] of [
      ['lat|population', '48.1|1000'],
      ['latency|longevity', '12.123|80.123'],
      ['lat|lon', 'north|east'],
      ['lat|lon', '412|9999'],
      ['word', 'geohash'],
      ['x|height', '1|2'],
      ['version|day', '1.2, 3|2024-05-01'],
    ] as const)
      expect(await recognizeColumns(header, row), header).toBe('none');
  });

  it('may name their coordinate system', () => {
    expect(
      ['x_25832', 'EPSG:31467 Rechtswert', 'lat_wgs84', 'X_L93', 'E_LV95', 'x_2020', 'x'].map((name) =>
        wkidInName(name),
      ),
    ).toEqual([25832, 31467, 4326, 2154, 2056, undefined, undefined]);
  });
});

describe('a table that is located', () => {
  it('has what may hold its location in its description, and is a table until a person says so', async () => {
    const content = new TextEncoder().encode('item,Länge,Breite\na,40,30\nb,60,40\n');
    const [layer] = await describeFiles([{ name: 'sizes.csv', bytes: content }]);
    expect(layer).toMatchObject({
      geometry: 'none',
      located: { location: { form: 'none' }, offer: { form: 'xy', x: 'Länge', y: 'Breite' } },
    });
  });

  it('names rows that cannot be read by their line, and keeps them', async () => {
    const table = await readTable(['place;v', '"48,1; 11,5";1', 'nowhere;2', ';3']);
    const [points] = locateTable(table, { form: 'lat-lon', column: 'place' });
    expect([...points!.geometry!.xy]).toEqual([11.5, 48.1]);
    expect([...points!.geometry!.featureOffsets]).toEqual([0, 1, 1, 1]);
    expect(points!.columns.map(({ name }) => name)).toEqual(['place', 'v']);
    expect(points!.notes.map((note) => diagnosticText(note))).toContain(
      'line 3: expected two coordinates, found "nowhere".',
    );
  });

  it('has the reference that well-known text or the grid says, and else none', async () => {
    const texts = await readTable(['g', 'SRID=25832;POINT (691608 5334760)', 'SRID=25832;POINT (691609 5334761)']);
    expect(locateTable(texts, { form: 'text', column: 'g' })[0]!.spatialReference).toMatchObject({ WKID: 25832 });
    const grid = await readTable(['g', '32UPU9160834760']);
    expect(locateTable(grid, { form: 'grid', column: 'g' })[0]).toMatchObject({
      spatialReference: { WKID: 4326 },
      isReferenceByFormat: true,
    });
    const degrees = await readTable(['lat,lon', '48.1,11.5']);
    expect(locateTable(degrees, { form: 'xy', x: 'lon', y: 'lat' })[0]!.spatialReference).toBeUndefined();
  });

  it('stays a table, and says so, when no row can be read', async () => {
    const [table] = locateTable(await readTable(['a,b', 'x,y']), { form: 'xy', x: 'a', y: 'b' });
    expect(table!.geometry).toBeUndefined();
    expect(table!.notes.map((note) => diagnosticText(note)).join()).toContain('No row has coordinates');
  });
});
