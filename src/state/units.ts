import { keptChoice } from './kept-choice.ts';

/** The units in which lengths are said. */
export const units = keptChoice('soapstone-units', ['metric', 'imperial'] as const, 'metric');
