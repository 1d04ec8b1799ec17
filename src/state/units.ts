import { storedChoice } from './stored-choice.ts';

/** The units in which lengths are said. */
export const units = storedChoice('soapstone-units', ['metric', 'imperial'] as const, 'metric');
