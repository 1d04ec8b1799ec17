/** First path segments for administering the program that serves the app, and for its relay. */
export const adminSegment = '__admin';
export const relaySegment = 'relay';

/**
 * Marks a request from a program outside the browser, which the relay in the page forwards.
 *
 * The program that serves the app refuses marked requests. Otherwise a page without a service worker would relay them
 * to itself in an endless loop.
 */
export const relayedHeader = 'x-relayed';

/** Referer of such a program. Pages can't set the Referer header. */
export const relayedReferer = 'x-relayed-referer';
