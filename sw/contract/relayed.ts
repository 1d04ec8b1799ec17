/** First segment of the paths at which the program that serves the app is administered, and of the relay's own. */
export const adminSegment = '__admin';
export const relaySegment = 'relay';

/**
 * Marks a request as one of a program outside the browser, which the page's end of the relay sends on. The program that
 * serves the app refuses requests that carry it already, so a page that no worker controls cannot pass them on to itself for ever.
 */
export const relayedHeader = 'x-relayed';

/** The referer of such a program: no page can set the header itself. */
export const relayedReferer = 'x-relayed-referer';
