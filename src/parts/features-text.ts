import { formatCount } from '../text/format.ts';
import { text } from '../text/text.ts';

/** Format the number of features; null means not counted. */
export const featuresText = (count: number | null): string =>
  count === null ? text.services.notCounted : text.services.features(formatCount(count));
