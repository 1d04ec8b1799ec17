/** Addresses of files on this computer: an id and the name. */
export const localForm = /^local:[0-9a-f]{32}\/((?:%[0-9A-F]{2}|[\w.!~*'()-])+)$/;

/** Whether an address means a file on this computer, which the browser has a handle of. */
export const isLocal = (address: string): boolean => localForm.test(address);

/** Make the address of a file on this computer. @param id 32 lower-case hex digits */
export const localAddress = (id: string, name: string): string => `local:${id}/${encodeURIComponent(name)}`;
