import { formatCount } from '../text/format.ts';
import { text } from '../text/text.ts';

/** Say how many features something has, or that nobody has counted them (null). */
export const featuresText = (count: number | null): string =>
  count === null ? text.services.notCounted : text.services.features(formatCount(count));
