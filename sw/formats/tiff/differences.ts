type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Add up the differences of neighbours in a row (predictor 2), in place. */
export function addDifferences(values: Numbers, rowLength: number, samples: number): void {
  for (let row = 0; row < values.length; row += rowLength)
    for (let i = row + samples; i < row + rowLength; i++) values[i] = values[i]! + values[i - samples]!;
}

/**
 * Put numbers together whose bytes were stored apart, the highest of a row first, as differences (predictor 3).
 *
 * @returns little-endian numbers
 */
export function joinedFloats(
  bytes: Uint8Array,
  rowLength: number,
  samples: number,
  bytesPerSample: number,
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes.length);
  const rowBytes = rowLength * bytesPerSample;
  addDifferences(bytes, rowBytes, samples);
  for (let row = 0; row < bytes.length; row += rowBytes)
    for (let part = 0; part < bytesPerSample; part++) {
      const to = row + bytesPerSample - 1 - part;
      const from = row + part * rowLength;
      for (let i = 0; i < rowLength; i++) out[to + i * bytesPerSample] = bytes[from + i]!;
    }
  return out;
}
