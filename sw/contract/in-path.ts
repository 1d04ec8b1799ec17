/** Encode the key of a service for a URL path. */
export const inPath = (key: string): string => key.split('/').map(encodeURIComponent).join('/');
