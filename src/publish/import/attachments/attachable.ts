/** Content types of files that may be attached to rows, by file ending. */
export const attachableTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  heic: 'image/heic',
  pdf: 'application/pdf',
  rtf: 'application/rtf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
};

/** Check whether every client can show images of this type in an image field. */
export const isPlainImage = (contentType: string): boolean => /^image\/(png|jpeg|gif|bmp)$/.test(contentType);

export const fileExtension = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();
export const isAttachable = (name: string): boolean => Object.hasOwn(attachableTypes, fileExtension(name));

/** Maximum size of one attached file and of all together, because a package is built in memory. */
export const maxAttachmentBytes = 64 * 1024 ** 2;
export const maxAttachmentsBytes = 256 * 1024 ** 2;
