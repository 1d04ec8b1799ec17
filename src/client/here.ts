/** Address that relative ones are read against; the location of a frame made of a string is no address. */
export const here = (): string => (typeof document === 'undefined' ? location.href : document.baseURI);
