/** What the list of allowed origins says. */
export const originsEn = {
  title: 'Apps of other origins',
  words: 'These may use the maps of this browser through the bridge.',
  none: 'No other origin has been allowed.',
  access: { read: 'may see maps and search data', administer: 'may also publish, delete and administer' },
  since: (when: string) => `since ${when}`,
  revoke: 'Take back',
  revoked: (origin: string) => `${origin} may no longer use the maps.`,
};

export type OriginsText = typeof originsEn;
