/** Addresses of files on this computer: an id and the name. Earlier versions published them; packages and databases may have them. */
export const localForm = /^local:[0-9a-f]{32}\/((?:%[0-9A-F]{2}|[\w.!~*'()-])+)$/;

/** Whether an address means a file on this computer, which is no longer read in place. */
export const isLocal = (address: string): boolean => localForm.test(address);
