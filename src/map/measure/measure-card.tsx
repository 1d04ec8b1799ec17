import { useState } from 'preact/hooks';
import './measure.css';
import { kinks, polygon } from '@turf/turf';
import { geodesicDistance, geodesicRing } from '../../../sw/geometry/geodesic.ts';
import { IconButton } from '../../parts/button.tsx';
import { copyText } from '../../parts/copy-field.tsx';
import { Segments } from '../../parts/form/segments.tsx';
import { Select } from '../../parts/form/select.tsx';
import { Notice } from '../../parts/notice.tsx';
import { shownReference } from '../../state/requested.ts';
import { chooseTool, leaveTool, measured, tool } from '../../state/tasks.ts';
import { units } from '../../state/units.ts';
import { locale } from '../../text/locale.ts';
import { text } from '../../text/text.ts';
import { measureText } from '../text/measure-text.ts';
import { toLonLat } from '../view/true-distance.ts';

/** Card with the length of the drawn line or the area of the drawn polygon, also while drawing. */
export function MeasureCard() {
  const kind = tool.value === 'area' ? 'area' : 'length';
  const [lengthUnit, setLengthUnit] = useState<LengthUnit | 'automatic'>('automatic');
  const [areaUnit, setAreaUnit] = useState<AreaUnit | 'automatic'>('automatic');
  const positions = (measured.value?.positions ?? []).map(
    (position) => shownReference.value && toLonLat(position, shownReference.value),
  );
  const definedPositions = positions.filter((position) => position !== undefined);
  const asLength = (metres: number) => {
    const unit = lengthUnit === 'automatic' ? unitOfLength(metres, units.value) : lengthUnit;
    return amount(metres / lengthUnits[unit], unit);
  };
  const asArea = (squareMetres: number) => {
    const unit = areaUnit === 'automatic' ? unitOfArea(squareMetres, units.value) : areaUnit;
    return amount(squareMetres / areaUnits[unit], unit);
  };
  const line = kind === 'length' ? measureLine(definedPositions) : undefined;
  const polygon = kind === 'area' ? measurePolygon(definedPositions) : undefined;
  const rows = line
    ? ([
        [measureText.length, asLength(line.lengthM)],
        [measureText.lastSegment, asLength(line.lastSegmentM)],
      ] as const)
    : polygon
      ? ([
          [measureText.area, asArea(polygon.areaM2)],
          [measureText.perimeter, asLength(polygon.perimeterM)],
        ] as const)
      : [];
  return (
    <section class="map-floating measure-card" aria-label={measureText.title}>
      <header>
        <Segments label={measureText.what} choices={measureText.kinds} value={kind} onChange={chooseTool} />
        <IconButton small icon="close" name={text.close} onClick={leaveTool} />
      </header>
      {definedPositions.length < positions.length ? (
        <Notice kind="warning">{measureText.unknown}</Notice>
      ) : (
        <dl aria-live={measured.value?.shape ? 'polite' : 'off'}>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {polygon?.isCrossing && <Notice kind="warning">{measureText.crossing}</Notice>}
      <footer>
        {kind === 'length' ? (
          <Select
            aria-label={measureText.unit}
            value={lengthUnit}
            choices={choices(['automatic', ...(Object.keys(lengthUnits) as LengthUnit[])])}
            onChange={setLengthUnit}
          />
        ) : (
          <Select
            aria-label={measureText.unit}
            value={areaUnit}
            choices={choices(['automatic', ...(Object.keys(areaUnits) as AreaUnit[])])}
            onChange={setAreaUnit}
          />
        )}
        <IconButton
          small
          icon="copy"
          name={text.copy}
          onClick={() => void copyText(rows.map((row) => row.join('\t')).join('\n'), measureText.title)}
        />
      </footer>
      <p class="soft">
        {measured.value?.shape ? measureText.method : kind === 'area' ? measureText.hintArea : measureText.hintLength}
      </p>
      {!measured.value && <p class="soft only-drop">{measureText.keys}</p>}
    </section>
  );
}

const amount = (value: number, unit: string): string =>
  `${new Intl.NumberFormat(locale, { maximumSignificantDigits: 6, maximumFractionDigits: 2, roundingPriority: 'lessPrecision' }).format(value)} ${unit}`;

const choices = <U extends LengthUnit | AreaUnit>(names: readonly (U | 'automatic')[]) =>
  names.map((name) => [name, name === 'automatic' ? measureText.automatic : measureText.units[name]] as const);

/** Meters per unit of length. Feet and miles are international. */
const lengthUnits = { m: 1, km: 1000, ft: 0.3048, mi: 1609.344, nmi: 1852 } as const;
/** Square meters per unit of area. */
const areaUnits = {
  'm²': 1,
  ha: 1e4,
  'km²': 1e6,
  'ft²': 0.3048 ** 2,
  ac: 4046.8564224,
  'mi²': 1609.344 ** 2,
} as const;

type LengthUnit = keyof typeof lengthUnits;
type AreaUnit = keyof typeof areaUnits;
type System = 'metric' | 'imperial';

/** Choose the unit of a length for a system of units. */
function unitOfLength(metres: number, system: System): LengthUnit {
  if (system === 'metric') return metres < 1000 ? 'm' : 'km';
  return metres < lengthUnits.mi ? 'ft' : 'mi';
}

/** Choose the unit of an area for a system of units. */
function unitOfArea(squareMetres: number, system: System): AreaUnit {
  if (system === 'metric') return squareMetres < 1e4 ? 'm²' : squareMetres < 1e6 ? 'ha' : 'km²';
  return squareMetres < areaUnits.ac ? 'ft²' : squareMetres < areaUnits['mi²'] ? 'ac' : 'mi²';
}

type LonLat = readonly [longitude: number, latitude: number];

interface LengthMeasure {
  readonly lengthM: number;
  readonly lastSegmentM: number;
}

interface AreaMeasure {
  readonly areaM2: number;
  readonly perimeterM: number;
  /** Edges cross each other, so the area is meaningless. */
  readonly isCrossing: boolean;
}

/** Measure a line on the ellipsoid, each segment as a geodesic. */
function measureLine(line: readonly LonLat[]): LengthMeasure {
  const segments = line.slice(1).map((position, index) => geodesicDistance(line[index]!, position));
  return { lengthM: segments.reduce((sum, lengthM) => sum + lengthM, 0), lastSegmentM: segments.at(-1) ?? 0 };
}

/** Measure a polygon on the ellipsoid. The ring may be closed or open; with fewer than three corners the area is 0. */
function measurePolygon(ring: readonly LonLat[]): AreaMeasure {
  const corners = ring.filter((position, index) => !isSame(position, ring[(index + 1) % ring.length]!));
  const isCrossing =
    corners.length > 3 &&
    kinks(polygon([[...corners, corners[0]!].map((position) => [...position])])).features.length > 0;
  return { ...geodesicRing(corners), isCrossing };
}

const isSame = (a: LonLat, b: LonLat): boolean => a[0] === b[0] && a[1] === b[1];
