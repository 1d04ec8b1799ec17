import { texts } from '../../text/text.ts';
import { isTouch, pressEn as press } from '../../text/touch.ts';

export const measureEn = {
  title: 'Measure',
  what: 'What to measure',
  kinds: { length: 'Distance', area: 'Area' },
  hintLength: `${press.Click} along the line; ${press.doubleClick} to finish.${isTouch ? '' : ' Esc ends measuring.'}`,
  hintArea: `${press.Click} the corners of the area; ${press.doubleClick} to finish.${isTouch ? '' : ' Esc ends measuring.'}`,
  keys: 'Keyboard: arrow keys move the map, Enter sets a point at its centre, Backspace removes the last one.',
  length: 'Distance',
  lastSegment: 'Last segment',
  area: 'Area',
  perimeter: 'Perimeter',
  unit: 'Unit',
  automatic: 'Automatic',
  units: {
    m: 'Metres',
    km: 'Kilometres',
    ft: 'Feet',
    mi: 'Miles',
    nmi: 'Nautical miles',
    'm²': 'Square metres',
    ha: 'Hectares',
    'km²': 'Square kilometres',
    'ft²': 'Square feet',
    ac: 'Acres',
    'mi²': 'Square miles',
  },
  method: 'Measured on the WGS 84 ellipsoid.',
  crossing: 'The edges cross each other. The area is only right for a polygon whose edges do not cross.',
  unknown: 'The position of this map on the Earth is not known, so nothing can be measured.',
};

export const measureText = await texts(measureEn, () => import('./measure-de.ts'));
