/** Encode the segments of a service key for a URL path. */
export const inPath = (key: string): string => key.split('/').map(encodeURIComponent).join('/');
