/** Metres of each unit of length. Feet and miles are international. */
export const lengthUnits = { m: 1, km: 1000, ft: 0.3048, mi: 1609.344, nmi: 1852 } as const;
/** Square metres of each unit of area. */
export const areaUnits = {
  'm²': 1,
  ha: 1e4,
  'km²': 1e6,
  'ft²': 0.3048 ** 2,
  ac: 4046.8564224,
  'mi²': 1609.344 ** 2,
} as const;

export type LengthUnit = keyof typeof lengthUnits;
export type AreaUnit = keyof typeof areaUnits;
type System = 'metric' | 'imperial';

/** Choose the unit in which people of a system say a length. */
export function unitOfLength(metres: number, system: System): LengthUnit {
  if (system === 'metric') return metres < 1000 ? 'm' : 'km';
  return metres < lengthUnits.mi ? 'ft' : 'mi';
}

/** Choose the unit in which people of a system say an area. */
export function unitOfArea(squareMetres: number, system: System): AreaUnit {
  if (system === 'metric') return squareMetres < 1e4 ? 'm²' : squareMetres < 1e6 ? 'ha' : 'km²';
  return squareMetres < areaUnits.ac ? 'ft²' : squareMetres < areaUnits['mi²'] ? 'ac' : 'mi²';
}
