/** Three-valued logic as numbers, so that AND is the smaller, OR the larger and NOT the rest to 2. */
export const truths = { no: 0, unknown: 1, yes: 2 } as const;
