/**
 * Address of a file on this computer: an ID and the name. Earlier versions published them, so packages and databases
 * may contain them.
 */
export const localForm = /^local:[0-9a-f]{32}\/((?:%[0-9A-F]{2}|[\w.!~*'()-])+)$/;

/** Check whether an address refers to a file on this computer. Such files are no longer read in place. */
export const isLocal = (address: string): boolean => localForm.test(address);
