import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import { ReadFault } from '../../../sw/formats/reading/read-fault.ts';
import { messageOf } from '../../connection/call.ts';
import { readingText } from '../import/text/reading-text.ts';

/** Say why files could not be read or published, in the language of the page as far as it is known there. */
export const reasonOf = (error: unknown): string =>
  error instanceof ReadFault ? diagnosticText(error.diagnostic, readingText) : messageOf(error);
