import { preferredLanguage } from '../../../text/text.ts';
import { type ProjectText, projectEn } from './project-en.ts';

export const projectText: ProjectText =
  preferredLanguage() === 'de' ? (await import('./project-de.ts')).projectDe : projectEn;
