/*
 * A composed map is opened and asked like a service. Its key is no name that a service may have, and says the id of its record.
 */

export const keyOfMap = (id: string): string => `~${id}`;

/** The id of the composed map that a key is of; undefined for that of a service. */
export const mapIdOf = (key: string | undefined): string | undefined =>
  key?.startsWith('~') ? key.slice(1) : undefined;

export const isComposed = (key: string | undefined): boolean => mapIdOf(key) !== undefined;
