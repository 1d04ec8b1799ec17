import { texts } from '../../text/text.ts';

export const attachmentsEn = {
  title: 'Attachments',
  detail: 'Images and documents that belong to single rows. Changes here are saved at once.',
  find: 'Find a row',
  findHint: 'Name or number of the row',
  onlyWith: 'Only rows with files',
  rows: 'Rows',
  noRows: 'No row has this name.',
  noneWith: 'No row has files yet.',
  more: (count: string) => `The first ${count} are shown. Search for others.`,
  count: (count: string, isSingular: boolean) => (isSingular ? `${count} file` : `${count} files`),
  rowsFailed: 'The rows could not be read',
  listFailed: 'The files could not be read',
  choose: 'Choose a row to see its files.',
  of: (title: string) => `Files of ${title}`,
  add: 'Add files…',
  drop: 'Drop files here or choose them.',
  none: 'No files yet.',
  adding: (index: string, all: string) => `Adding ${index} of ${all}`,
  added: (count: string, isSingular: boolean, title: string) =>
    isSingular ? `A file was added to ${title}` : `${count} files were added to ${title}`,
  removed: (name: string) => `“${name}” was removed`,
  undone: 'Undone',
  notAdded: (name: string, reason: string) => `“${name}” was not added: ${reason}`,
  tooLarge: (most: string) => `the limit is ${most}.`,
  removeFailed: (name: string, reason: string) => `“${name}” was not removed: ${reason}`,
  remove: (name: string) => `Remove ${name}`,
  download: (name: string) => `Download ${name}`,
  unknownType: 'File',
  attach: {
    title: 'Files for rows',
    detail: (count: string, isSingular: boolean) =>
      isSingular
        ? 'One file holds no data. It can be attached to the rows of a table whose field holds its name.'
        : `${count} files hold no data. They can be attached to the rows of a table whose field holds their names.`,
    field: 'Field with the names',
    leaveOut: 'Do not attach the files',
    option: (layer: string, field: string, files: string, all: string) => `${layer} · ${field} (${files} of ${all})`,
    noField:
      'No field holds their names, with or without the file extension, so they are left out. You can attach files by hand once the service is published.',
    outcome: (files: string, isSingular: boolean, rows: string, oneRow: boolean) =>
      `${isSingular ? 'One file goes' : `${files} files go`} to ${oneRow ? 'one row' : `${rows} rows`}.`,
    asField: 'Also store the first image of each row in its own field',
    imageField: 'Picture',
    unmatched: (count: string, isSingular: boolean) =>
      isSingular ? 'One file matches no row' : `${count} files match no row`,
    lost: (layer: string, count: string, isSingular: boolean) =>
      `${layer}: ${isSingular ? 'the file of a row goes' : `the ${count} files of rows go`} with the old rows. Export the service first to keep ${isSingular ? 'it' : 'them'}.`,
    tooMuch: (most: string) =>
      `Together the files for rows are more than ${most}. Leave them out, and attach them once the service is published.`,
  },
};

export const attachmentsText = await texts(attachmentsEn, () => import('./attachments-de.ts'));
