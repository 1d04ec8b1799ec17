import { locale } from '../../../text/locale.ts';

const widestPx = 120;

/** A bar of a round length on the ground. */
export function ScaleBar({ metresPerPixel }: { metresPerPixel: number }) {
  const most = widestPx * metresPerPixel;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2, 1].find((lead) => lead * power <= most) ?? 1) * power;
  const isLong = metres >= 1000;
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: isLong ? 'kilometer' : 'meter' });
  return (
    <span class="scale" style={{ width: `${Math.round(metres / metresPerPixel)}px` }}>
      {format.format(isLong ? metres / 1000 : metres)}
    </span>
  );
}
