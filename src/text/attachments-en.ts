/** What is said of files that belong to rows, in the management and when files are published. */
export const attachmentsEn = {
  title: 'Files of rows',
  detail: 'Pictures and documents that belong to single rows. What you add or remove here is saved at once.',
  find: 'Find a row',
  findHint: 'Its name, or its number',
  onlyWith: 'Only rows with files',
  rows: 'Rows',
  noRows: 'No row is called so.',
  noneWith: 'No row has files yet.',
  more: (count: string) => `The first ${count} are shown. Search for others.`,
  count: (count: string, one: boolean) => (one ? `${count} file` : `${count} files`),
  rowsFailed: 'The rows could not be read',
  listFailed: 'The files could not be read',
  choose: 'Choose a row to see its files.',
  of: (title: string) => `Files of ${title}`,
  add: 'Add files…',
  drop: 'Drop files here, or choose them.',
  none: 'No files yet.',
  adding: (at: string, all: string) => `Adding ${at} of ${all}`,
  added: (count: string, one: boolean, title: string) =>
    one ? `A file was added to ${title}` : `${count} files were added to ${title}`,
  removed: (name: string) => `“${name}” was removed`,
  undone: 'It is as it was before',
  notAdded: (name: string, reason: string) => `“${name}” was not added: ${reason}`,
  tooLarge: (most: string) => `at most ${most} are taken.`,
  removeFailed: (name: string, reason: string) => `“${name}” was not removed: ${reason}`,
  remove: (name: string) => `Remove ${name}`,
  download: (name: string) => `Download ${name}`,
  unknownType: 'File',
};

export type AttachmentsText = typeof attachmentsEn;
