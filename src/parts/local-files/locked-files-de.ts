import type { LockedFilesText } from './locked-files-en.ts';

export const lockedFilesDe: LockedFilesText = {
  locked: (names) => `Der Browser fragt erneut, bevor er ${names} auf diesem Computer liest.`,
  open: (count) => (count === 1 ? 'Datei öffnen' : 'Dateien öffnen'),
  refused: 'Der Browser hat es nicht erlaubt.',
};
