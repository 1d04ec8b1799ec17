/// <reference path="./bytes.d.ts" />
import bytes from './assembly/index.scalar.bytes';

/** Compiled module without 128-bit SIMD, one character per byte. It draws identically at half the speed. */
export const scalarBytes = bytes;
