/** Whether the request is of version 1.1.1 or before, by which coordinates are always easting first. */
export const isOldVersion = (version: string | undefined): boolean =>
  version !== undefined && /^(0|1\.[0-2])(\.|$)/.test(version);
