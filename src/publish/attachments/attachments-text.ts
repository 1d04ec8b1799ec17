import { preferredLanguage } from '../../text/text.ts';
import { type AttachmentsText, attachmentsEn } from './attachments-en.ts';

/** What is said of files that belong to rows, in the language that is shown. */
export const attachmentsText: AttachmentsText =
  preferredLanguage() === 'de' ? (await import('./attachments-de.ts')).attachmentsDe : attachmentsEn;
