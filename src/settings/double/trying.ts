/** Does something and shows why it failed. @returns whether it was done */
export type Trying = (act: () => Promise<unknown>) => Promise<boolean>;
