/** Return the base for relative addresses. In a frame made from a string, `location` isn't a usable base. */
export const getBaseUrl = (): string => (typeof document === 'undefined' ? location.href : document.baseURI);
