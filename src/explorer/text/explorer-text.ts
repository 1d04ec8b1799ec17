import { preferredLanguage } from '../../text/text.ts';
import { type ExplorerText, explorerEn } from './explorer-en.ts';

export const explorerText: ExplorerText =
  preferredLanguage() === 'de' ? (await import('./explorer-de.ts')).explorerDe : explorerEn;
