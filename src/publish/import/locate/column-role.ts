/** The meaning of a column's name. */
export interface ColumnRole {
  /** Degrees, meters to the east and north, or either. */
  readonly family: 'degrees' | 'metres' | 'either';
  readonly axis: 'x' | 'y';
  /** The name may also mean a length or width, so the values must look like coordinates. */
  readonly isAmbiguous: boolean;
  /** The rest of the name, such as `start`. The two columns of one location share it. */
  readonly rest: string;
}

/** Words that only mean longitude or latitude. Lower case, without the marks that `plainName` removes. */
const longitude = `lon long lng longitude longitud longitudine longitudo longitudinea longitut längengrad laengengrad lengtegraad
 længdegrad lengdegrad längdgrad lengdargráða pituusaste pituuspiiri pikkuskraad долгота довгота даўгата dolgota boylam бойлық
 уртраг uzunluq hydred domhanfhad bujur देशांतर देशान्तर দ্রাঘিমাংশ ลองจิจูด ilguma`;
const latitude = `lat latitude latitud latitudine latitudo latitudinea latitut breitengrad breedtegraad breddegrad breddgrad
 breiddargráða leveysaste leveyspiiri laiuskraad широта шырата shirota enlem ендік өргөрөг enlik kenglik lledred domhanleithead
 lintang अक्षांश অক্ষাংশ ละติจูด platuma`;
/** Words that also mean a length or a width. */
const lengths = `länge laenge lengte længde längd lengde lengd pituus pikkus garums hosszúság hosszúsági długość délka dĺžka dužina
 dolžina μήκος дължина дужина должина gjatësi gjatësia uzunlik طول الطول אורך`;
const widths = `breite breedte bredde bredd breidd leveys laius platums szélesség szélességi szerokość šířka šírka širina πλάτος
 ширина gjerësi gjerësia عرض العرض רוחב`;
const eastings = `easting eastings rechtswert ostwert ostkoordinate itäkoordinaatti utmeasting`;
const northings = `northing northings hochwert nordwert nordkoordinate pohjoiskoordinaatti utmnorthing`;
const easts = 'east ost oost est este leste öst øst itä e rw rechts';
const norths = 'north nord noord norte norr pohjoinen n hw hoch';
/** Words that are often part of coordinate names, but don't indicate the axis. */
const additions = `geo gps wgs etrs dd deg degree degrees decimal dec dms d coord coords coordinate coordinates coordenada coordenadas
 coordonnée coordonnee coordonnées coordinata koordinate koordinaten koordinat koordinaatti coordinaat координата координаты pos
 position point punto punkt utm gk gauss lambert rd lv sweref osgb bng epsg m meter metres in of der den geogr geogra geographic geographical
 geographische geographischer geografische географическая географічна географска geografska geograficzna zeměpisná zemepisna zemljepisna
 座標 坐标 좌표 földrajzi géographique geográfica γεωγραφικό geografisk coğrafi جغرافیایی wgs84 value wert`;

const geographicWord = /^(?:geogr|zem|foldr|γεωγ|географ|cogra|جغر)|^geo$/u;
/** Scripts without spaces between words. */
const eastern: readonly (readonly [RegExp, 'x' | 'y'])[] = [
  [/[経经經]度|경도|[東东][経经經]/u, 'x'],
  [/[緯纬]度|위도|北[緯纬]/u, 'y'],
];

/** Replacements of letters that Unicode doesn't decompose into a base letter and a mark. */
const letters: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', æ: 'ae', ı: 'i', đ: 'd', ð: 'd' };

const namesIn = (text: string): string[] => text.split(/\s+/).map(plainName);
const roles = new Map<string, Omit<ColumnRole, 'rest'>>();
const define = (text: string, family: ColumnRole['family'], axis: 'x' | 'y', isAmbiguous = false): void => {
  for (const word of namesIn(text)) roles.set(word, { family, axis, isAmbiguous });
};
define(longitude, 'degrees', 'x');
define(latitude, 'degrees', 'y');
define(lengths, 'degrees', 'x', true);
define(widths, 'degrees', 'y', true);
define(eastings, 'metres', 'x');
define(northings, 'metres', 'y');
define(easts, 'metres', 'x', true);
define(norths, 'metres', 'y', true);
define('x', 'either', 'x');
define('y', 'either', 'y');
const added = new Set(namesIn(additions));

/**
 * Return the role of a column by its name in any of the common languages; undefined if the name has no such meaning.
 */
export function columnRole(name: string): ColumnRole | undefined {
  for (const [pattern, axis] of eastern)
    if (pattern.test(name.normalize('NFKC')))
      return { family: 'degrees', axis, isAmbiguous: false, rest: name.normalize('NFKC').replace(pattern, '') };
  const tokens = splitTokens(name);
  const tokenRoles = tokens.map(findRole);
  const roleIndex = first(tokenRoles, (role) => role.family !== 'either') ?? first(tokenRoles, () => true);
  if (roleIndex === undefined) return undefined;
  const rest = tokens.filter((token, i) => i !== roleIndex && !added.has(token) && !tokenRoles[i]);
  const isGeographic = tokens.some((token) => geographicWord.test(token));
  const role = tokenRoles[roleIndex]!;
  return { ...role, isAmbiguous: role.isAmbiguous && !isGeographic, rest: rest.join(' ') };
}

type Found = readonly (Omit<ColumnRole, 'rest'> | undefined)[];

function first(tokenRoles: Found, isFit: (role: Omit<ColumnRole, 'rest'>) => boolean): number | undefined {
  const index = tokenRoles.findIndex((role) => role !== undefined && isFit(role));
  return index < 0 ? undefined : index;
}

function findRole(token: string): Omit<ColumnRole, 'rest'> | undefined {
  const whole = roles.get(token);
  if (whole) return whole;
  // Words joined without a separator: decimallatitude, xcoord, pointx.
  for (const addition of added) {
    const rest = token.startsWith(addition)
      ? token.slice(addition.length)
      : token.endsWith(addition)
        ? token.slice(0, -addition.length)
        : '';
    const isWord = rest.length > 2 || ((rest === 'x' || rest === 'y') && addition.length > 1);
    const role = isWord ? roles.get(rest) : undefined;
    if (role) return role;
  }
  return undefined;
}

function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[łøæıđð]/g, (letter) => letters[letter]!);
}

const splitTokens = (name: string): string[] =>
  plainName(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    // Vietnamese writes each name as two words.
    .replace(/kinh do\b/, 'longitude')
    .replace(/vi do\b/, 'latitude')
    .replace(/(\p{L})(?=\p{N})|(\p{N})(?=\p{L})/gu, '$1$2 ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

/** Coordinate systems often named in columns, by a pattern of the name. */
const named: readonly (readonly [RegExp, number])[] = [
  [/lambert ?93|\bl ?93\b/, 2154],
  [/\blv ?95\b/, 2056],
  [/\blv ?03\b/, 21781],
  [/\brd ?new\b|\brd\b|rijksdriehoek/, 28992],
  [/\bosgb\b|\bbng\b/, 27700],
  [/sweref ?99 ?tm|sweref/, 3006],
  [/\bwgs ?84\b/, 4326],
  [/web ?mercator/, 3857],
];

/** Return the WKID in a column's name, such as `x_25832` or `lat_wgs84`; undefined if there is none. */
export function wkidInName(name: string): number | undefined {
  const text = splitTokens(name).join(' ');
  const code = /\bepsg (\d{4,5})\b|\b(4326|4258|3857|3035|2154|2056|2[17]\d{3}|25[48]\d\d|28992|3[12][4-7]\d\d)\b/.exec(
    text,
  );
  if (code) return Number(code[1] ?? code[2]);
  return named.find(([pattern]) => pattern.test(text))?.[1];
}
