/** Write JSON; a Date is epoch milliseconds, as in feature sets, and what is no number is null. */
export const writeJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, encoded: unknown) {
    // JSON.stringify has called toJSON already: the Date itself is in the holder.
    const given = this[key];
    return given instanceof Date ? given.getTime() : encoded;
  });
