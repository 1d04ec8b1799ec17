/** Symbols of the measured images, for the server and for the raw bound. */
export const fillHex = '#e2dac4';
export const lineHex = '#786e5a';
export const linePt = 0.5;
export const dotHex = '#b43c28';
export const dotPt = 3.5;
