/** `meta` element that tells a page that the program serving it also stores the maps and answers requests. */
export const hostMark = { name: 'soapstone-host', content: 'node' } as const;

/** Header with the key of a page, for `POST session` of that program. */
export const pageKeyHeader = 'x-soapstone-key';
