/// <reference path="./bytes.d.ts" />
import bytes from './assembly/index.scalar.bytes';

/** The compiled module without 128-bit SIMD, one character for each byte: it draws the same, half as fast. */
export const scalarBytes = bytes;
