import type { TypeRows } from '../rows.ts';

/** Color models and color ramps. Fields are in wire order. */
export const colorTypes = {
  Color: {
    doc: 'A colour in one of five models; AlphaValue runs from 0, transparent, to 255, opaque.',
    abstract: true,
    fields: {
      UseWindowsDithering: 'boolean?',
      AlphaValue: 'unsignedByte?',
    },
  },
  GrayColor: {
    doc: 'A shade of grey from 0, black, to 255, white.',
    base: 'Color',
    fields: {
      GrayLevel: 'unsignedByte',
    },
  },
  RgbColor: {
    doc: 'A colour by red, green and blue, each from 0 to 255.',
    base: 'Color',
    fields: {
      Red: 'unsignedByte',
      Green: 'unsignedByte',
      Blue: 'unsignedByte',
    },
  },
  CmykColor: {
    doc: 'A printing colour by cyan, magenta, yellow and black, each from 0 to 100 percent, with an optional spot ink.',
    base: 'Color',
    fields: {
      Cyan: 'unsignedByte',
      Magenta: 'unsignedByte',
      Yellow: 'unsignedByte',
      Black: 'unsignedByte',
      Overprint: 'boolean',
      IsSpot: 'boolean',
      SpotDescription: 'string',
      SpotPercent: 'short',
    },
  },
  HlsColor: {
    doc: 'A colour by hue in degrees from 0 to 360, and lightness and saturation from 0 to 100 percent.',
    base: 'Color',
    fields: {
      Hue: 'short',
      Lightness: 'unsignedByte',
      Saturation: 'unsignedByte',
    },
  },
  HsvColor: {
    doc: 'A colour by hue in degrees from 0 to 360, and saturation and value from 0 to 100 percent.',
    base: 'Color',
    fields: {
      Hue: 'short',
      Saturation: 'unsignedByte',
      Value: 'unsignedByte',
    },
  },
  ArrayOfColor: { list: 'Color', item: 'Color' },
  ColorRamp: {
    doc: 'A rule that makes a sequence of colours, from which classes take theirs at even distances.',
    abstract: true,
    fields: {
      Name: 'string?',
    },
  },
  ArrayOfColorRamp: { list: 'ColorRamp', item: 'ColorRamp' },
  AlgorithmicColorRamp: {
    doc: 'A ramp between two colours, mixed in the colour space that Algorithm names.',
    base: 'ColorRamp',
    fields: {
      Algorithm: 'string?',
      FromColor: 'HsvColor?',
      ToColor: 'HsvColor?',
    },
  },
  RandomColorRamp: {
    doc: 'Random colours within ranges of hue, in degrees, and of saturation and value, in percent; a seed makes them repeatable.',
    base: 'ColorRamp',
    fields: {
      NumColors: 'int?',
      UseSeed: 'boolean?',
      Seed: 'int?',
      MinValue: 'short?',
      MaxValue: 'short?',
      MinSaturation: 'short?',
      MaxSaturation: 'short?',
      StartHue: 'short?',
      EndHue: 'short?',
    },
  },
  PresetColorRamp: {
    doc: 'A ramp that gives out a fixed list of colours in turn.',
    base: 'ColorRamp',
    fields: {
      NumColors: 'int?',
      PresetSize: 'int?',
      Colors: 'ArrayOfColor?',
    },
  },
  MultiPartColorRamp: {
    doc: 'Several ramps one after the other.',
    base: 'ColorRamp',
    fields: {
      NumColorRamps: 'int?',
      ColorRamps: 'ArrayOfColorRamp?',
    },
  },
} as const satisfies TypeRows;
