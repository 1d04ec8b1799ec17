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
  attach: {
    title: 'Files for rows',
    detail: (count: string, one: boolean) =>
      one
        ? 'One file is no data. It can be attached to the rows of a table whose field holds its name.'
        : `${count} files are no data. They can be attached to the rows of a table whose field holds their names.`,
    field: 'Field with the names',
    leaveOut: 'Leave the files out',
    option: (layer: string, field: string, files: string, all: string) => `${layer} · ${field} (${files} of ${all})`,
    noField:
      'No field holds their names, neither with nor without the ending, so they are left out. Files can be attached by hand once the service is published.',
    outcome: (files: string, one: boolean, rows: string, oneRow: boolean) =>
      `${one ? 'One file goes' : `${files} files go`} to ${oneRow ? 'one row' : `${rows} rows`}.`,
    asField: 'Also keep the first picture of each row in a field of its own',
    pictureField: 'Picture',
    unmatched: (count: string, one: boolean) => (one ? 'One file fits no row' : `${count} files fit no row`),
    lost: (layer: string, count: string, one: boolean) =>
      `${layer}: ${one ? 'the file of a row goes' : `the ${count} files of rows go`} with the old rows. Export the service first to keep ${one ? 'it' : 'them'}.`,
    tooMuch: (most: string) =>
      `Together the files for rows are more than ${most}. Leave them out, and attach them once the service is published.`,
  },
};

export type AttachmentsText = typeof attachmentsEn;
