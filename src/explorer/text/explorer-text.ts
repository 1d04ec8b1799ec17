import { preferredLanguage } from '../../text/text.ts';
import { type ExplorerText, explorerEn } from './explorer-en.ts';

/** What the explorer says, in the language that is shown. */
export const explorerText: ExplorerText =
  preferredLanguage() === 'de' ? (await import('./explorer-de.ts')).explorerDe : explorerEn;
