import { messageOf } from '../../../call.ts';
import { ReadFault, say } from '../../../publish/remark.ts';
import { readingText } from '../../../text/reading-text.ts';

/** Say why files could not be read or published, in the language of the page as far as it is known there. */
export const reasonOf = (error: unknown): string =>
  error instanceof ReadFault ? say(error.remark, readingText) : messageOf(error);
