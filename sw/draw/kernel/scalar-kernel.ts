/// <reference path="./base64.d.ts" />
import base64 from './assembly/index.scalar.base64';

/** The compiled module without 128-bit SIMD, in base64: it draws the same, half as fast. */
export const scalarBase64 = base64;
