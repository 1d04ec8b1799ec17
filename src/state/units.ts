import { createStoredChoice } from './stored-choice.ts';

/** The system of units for lengths. */
export const units = createStoredChoice('soapstone-units', ['metric', 'imperial'] as const, 'metric');
