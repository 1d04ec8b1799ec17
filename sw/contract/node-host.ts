/** `meta` element by which a page knows that the program that serves it also stores its maps and answers requests. */
export const hostMark = { name: 'soapstone-host', content: 'node' } as const;

/** Header in which a page shows its key to `POST session` of that program. */
export const pageKeyHeader = 'x-soapstone-key';
