/*
 * A composed map is opened and queried like a service. Its key contains the ID of its record and is never a valid
 * service name.
 */

export const keyOfMap = (id: string): string => `~${id}`;

/** Return the ID of the composed map with this key; undefined if the key is of a service. */
export const parseMapId = (key: string | undefined): string | undefined =>
  key?.startsWith('~') ? key.slice(1) : undefined;

export const isComposed = (key: string | undefined): boolean => parseMapId(key) !== undefined;
