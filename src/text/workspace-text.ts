import { preferredLanguage } from './text.ts';
import { type WorkspaceText, workspaceEn } from './workspace-en.ts';

export const workspaceText: WorkspaceText =
  preferredLanguage() === 'de' ? (await import('./workspace-de.ts')).workspaceDe : workspaceEn;
