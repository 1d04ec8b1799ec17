import type { Value } from '../../../sw/contract/index.ts';
import { color } from '../../../sw/formats/reading/symbols.ts';

/** Colors for classes and values: sequential, diverging, categorical, or for elevations. */
export interface Ramp {
  readonly name: string;
  readonly kind: 'amounts' | 'diverging' | 'categories' | 'heights';
  /** `#rrggbb`, from the lowest to the highest class. */
  readonly colors: readonly string[];
}

/**
 * Ramps made for Soapstone have even steps of lightness, so they work for color-blind users. Viridis, Magma (Stéfan van
 * der Walt, Nathaniel Smith) and Cividis (Nuñez, Anderton, Renslow) are samples of the tables in matplotlib, which are
 * in the public domain (CC0).
 */
export const ramps: readonly Ramp[] = [
  { name: 'Soapstone', kind: 'amounts', colors: ['#e8f1ec', '#b3d6ca', '#74b3a5', '#368a7d', '#0d5b51'] },
  { name: 'Sea', kind: 'amounts', colors: ['#edf4f9', '#bcd8ea', '#7db2d8', '#3d7fb8', '#174f85'] },
  { name: 'Heather', kind: 'amounts', colors: ['#f4eef6', '#d9c4e1', '#b592c4', '#89609f', '#583474'] },
  { name: 'Ember', kind: 'amounts', colors: ['#fdf0d9', '#f9c98b', '#ee9350', '#cb5a2d', '#86301b'] },
  { name: 'Moss', kind: 'amounts', colors: ['#f4f6dc', '#d3dc9c', '#a3bb62', '#6b8f3c', '#3b5f22'] },
  { name: 'Night', kind: 'amounts', colors: ['#fbe9a9', '#8ec79a', '#3f9697', '#355f8d', '#33255b'] },
  { name: 'Slate', kind: 'amounts', colors: ['#eef0ef', '#c8cecb', '#99a39e', '#66716c', '#323b37'] },
  {
    name: 'Viridis',
    kind: 'amounts',
    colors: ['#440154', '#472c7c', '#3b528b', '#2c728e', '#20908c', '#28ae80', '#5dc963', '#abdc32', '#fde725'],
  },
  {
    name: 'Magma',
    kind: 'amounts',
    colors: ['#000004', '#1d1046', '#50127b', '#822581', '#b6367a', '#e65164', '#fb8761', '#fec387', '#fcfdbf'],
  },
  {
    name: 'Cividis',
    kind: 'amounts',
    colors: ['#00204d', '#06366e', '#414d6b', '#61646f', '#7d7c78', '#9c9577', '#beaf6f', '#e1cc5d', '#ffea46'],
  },
  { name: 'Grey', kind: 'heights', colors: ['#000000', '#ffffff'] },
  {
    name: 'Terrain',
    kind: 'heights',
    colors: ['#2f7a63', '#7fae6f', '#c9cf8f', '#e3cf9a', '#c79f6c', '#a07858', '#b9aaa2', '#f7f5f2'],
  },
  {
    name: 'Highland',
    kind: 'heights',
    colors: ['#e9efdc', '#cfd9a8', '#d8c98a', '#c8a56b', '#a97c50', '#835a41', '#5e4038'],
  },
  {
    name: 'Ocean floor',
    kind: 'heights',
    colors: ['#0b1f3f', '#143f6b', '#23659a', '#4590bf', '#85bcd8', '#c8e3ec'],
  },
  {
    name: 'Sea and land',
    kind: 'heights',
    colors: ['#123a66', '#2c6a9e', '#6ba5c9', '#cfe5ec', '#7fae6f', '#d9d49a', '#b48a5e', '#f5f2ee'],
  },
  { name: 'Shore', kind: 'diverging', colors: ['#2b6a94', '#8fbcd3', '#f2efe6', '#e2ad7a', '#a8541f'] },
  { name: 'Orchid', kind: 'diverging', colors: ['#2f7d5b', '#9ccbae', '#f3f1ef', '#cfa5cb', '#7f3f86'] },
  {
    name: 'Market',
    kind: 'categories',
    colors: [
      '#2f8577',
      '#d9793b',
      '#5476b5',
      '#c2a42f',
      '#96588f',
      '#6d9b3f',
      '#c4565b',
      '#4ba3c4',
      '#8a6a4b',
      '#d58fb0',
      '#7c8a85',
      '#3c5a4e',
    ],
  },
  {
    name: 'Chalk',
    kind: 'categories',
    colors: [
      '#a8d3c9',
      '#f3c6a1',
      '#b7c7e6',
      '#eadf9c',
      '#d8bcd9',
      '#c7dca8',
      '#eab5b3',
      '#b0dbe9',
      '#d5c3b0',
      '#f0cfdd',
      '#ccd3d0',
      '#a9bbb3',
    ],
  },
];

export function rampValue({ kind, colors }: Ramp, isReversed: boolean): Value<'ColorRamp'> {
  const list = isReversed ? colors.toReversed() : colors;
  if (kind === 'categories') return { type: 'PresetColorRamp', Colors: list.map((hex) => color(hex)) };
  return {
    type: 'MultiPartColorRamp',
    ColorRamps: list.slice(1).map((to, index) => ({
      type: 'AlgorithmicColorRamp',
      Algorithm: 'gisCIELabAlgorithm',
      FromColor: hsv(list[index]!),
      ToColor: hsv(to),
    })),
  };
}

/** Return the ramp as a CSS background. */
export function rampBackground({ kind, colors }: Ramp, isReversed: boolean): string {
  const list = isReversed ? colors.toReversed() : colors;
  if (kind !== 'categories') return `linear-gradient(90deg, ${list.join(', ')})`;
  const step = 100 / list.length;
  return `linear-gradient(90deg, ${list.map((hex, i) => `${hex} ${i * step}% ${(i + 1) * step}%`).join(', ')})`;
}

function hsv(hex: string): Value<'HsvColor'> {
  const { Red, Green, Blue } = color(hex);
  const [most, lowest] = [Math.max(Red, Green, Blue), Math.min(Red, Green, Blue)];
  const range = most - lowest || 1;
  const sixth =
    most === Red ? (Green - Blue) / range : most === Green ? 2 + (Blue - Red) / range : 4 + (Red - Green) / range;
  return {
    type: 'HsvColor',
    AlphaValue: 255,
    Hue: Math.round((sixth * 60 + 360) % 360),
    Saturation: Math.round(most === 0 ? 0 : ((most - lowest) / most) * 100),
    Value: Math.round((most / 255) * 100),
  };
}
