/** Texts of files on this computer that the browser has locked. */
export const lockedFilesEn = {
  locked: (names: string) => `The browser asks again before it reads ${names} on this computer.`,
  open: (count: number): string => (count === 1 ? 'Open the file' : 'Open the files'),
  refused: 'The browser did not give permission.',
};

export type LockedFilesText = typeof lockedFilesEn;
