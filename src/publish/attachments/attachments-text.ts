import { preferredLanguage } from '../../text/text.ts';
import { type AttachmentsText, attachmentsEn } from './attachments-en.ts';

export const attachmentsText: AttachmentsText =
  preferredLanguage() === 'de' ? (await import('./attachments-de.ts')).attachmentsDe : attachmentsEn;
