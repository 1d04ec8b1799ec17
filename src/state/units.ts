import { storedChoice } from './stored-choice.ts';

/** The system of units for lengths. */
export const units = storedChoice('soapstone-units', ['metric', 'imperial'] as const, 'metric');
