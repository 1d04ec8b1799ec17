import type { Value } from '../../../sw/contract/index.ts';
import { color } from '../../publisher/symbols.ts';

/** Colours for classes: sequential, diverging, or categorical. */
export interface Ramp {
  readonly name: string;
  readonly kind: 'amounts' | 'diverging' | 'categories';
  /** `#rrggbb`, from the lowest to the highest class. */
  readonly colors: readonly string[];
}

/** Made for this product: even steps of lightness, distinguishable by colour-blind people. */
export const ramps: readonly Ramp[] = [
  { name: 'Soapstone', kind: 'amounts', colors: ['#e8f1ec', '#b3d6ca', '#74b3a5', '#368a7d', '#0d5b51'] },
  { name: 'Sea', kind: 'amounts', colors: ['#edf4f9', '#bcd8ea', '#7db2d8', '#3d7fb8', '#174f85'] },
  { name: 'Heather', kind: 'amounts', colors: ['#f4eef6', '#d9c4e1', '#b592c4', '#89609f', '#583474'] },
  { name: 'Ember', kind: 'amounts', colors: ['#fdf0d9', '#f9c98b', '#ee9350', '#cb5a2d', '#86301b'] },
  { name: 'Moss', kind: 'amounts', colors: ['#f4f6dc', '#d3dc9c', '#a3bb62', '#6b8f3c', '#3b5f22'] },
  { name: 'Night', kind: 'amounts', colors: ['#fbe9a9', '#8ec79a', '#3f9697', '#355f8d', '#33255b'] },
  { name: 'Slate', kind: 'amounts', colors: ['#eef0ef', '#c8cecb', '#99a39e', '#66716c', '#323b37'] },
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

/** The ramp as a CSS background. */
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
