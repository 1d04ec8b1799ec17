interface Drawn {
  readonly geometry: 'esriGeometryPolygon' | 'esriGeometryPoint';
  readonly symbol: object;
  readonly transparency?: number;
}

type Drawing = Readonly<Record<string, unknown>> & { readonly dynamicLayers: readonly Drawn[] };

/** Maps of the demo service without text, as parameters of a REST export by name. */
export const maps: Readonly<Record<string, Drawing>> = {
  'fills and outlines': map('-180,-90,180,90', [area({ style: 'esriSFSSolid', color: [200, 220, 180, 255] })]),
  'translucent fills': map('-12,35,32,62', [area({ style: 'esriSFSSolid', color: [200, 40, 90, 120] })]),
  hatches: map('-12,35,32,62', [
    area({ style: 'esriSFSDiagonalCross', color: [90, 40, 120, 255] }),
    area({ style: 'esriSFSVertical', color: [20, 140, 60, 255] }),
  ]),
  'dashes and wide lines': map('-12,35,32,62', [
    area({ style: 'esriSFSNull', outline: line('esriSLSDashDot', 4, [250, 220, 80, 255]) }),
    area({ style: 'esriSFSNull', outline: line('esriSLSSolid', 9) }),
  ]),
  'circles, squares and crosses': map('-12,35,32,62', [
    points({ style: 'esriSMSCircle', size: 7 }),
    points({ style: 'esriSMSSquare', size: 14, angle: 20, outline: line('esriSLSSolid', 2) }),
    points({ style: 'esriSMSCross', size: 20, outline: line('esriSLSSolid', 1) }),
  ]),
  'a layer as a whole translucent': map('-180,-90,180,90', [
    { ...area({ style: 'esriSFSSolid', color: [30, 60, 200, 255] }), transparency: 60 },
  ]),
  'Web Mercator': {
    ...map('-2e7,-2e7,2e7,2e7', [area({ style: 'esriSFSCross', color: [90, 40, 120, 255] })]),
    imageSR: 3857,
    bboxSR: 3857,
  },
};

function map(bbox: string, layers: readonly Drawn[]): Drawing {
  return { bbox, size: '500,300', f: 'image', transparent: true, dynamicLayers: layers };
}

function line(style: string, width: number, color = [40, 40, 80, 255]): object {
  return { type: 'esriSLS', style, color, width };
}

function area(symbol: object): Drawn {
  return {
    geometry: 'esriGeometryPolygon',
    symbol: { type: 'esriSFS', color: [0, 0, 0, 255], outline: line('esriSLSSolid', 0.75), ...symbol },
  };
}

function points(symbol: object): Drawn {
  return {
    geometry: 'esriGeometryPoint',
    symbol: { type: 'esriSMS', color: [200, 60, 20, 255], outline: line('esriSLSSolid', 0.75), ...symbol },
  };
}
