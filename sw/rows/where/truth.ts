/** Three-valued logic as numbers: AND is the minimum, OR the maximum and NOT the difference to 2. */
export const truths = { no: 0, unknown: 1, yes: 2 } as const;
