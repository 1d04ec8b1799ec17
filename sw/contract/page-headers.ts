/** The one page that pages of other origins may frame and open: it asks the user what they may do. */
const bridgePage = 'bridge.html';

/**
 * Return the headers of a page of the app, which a `meta` element cannot give: pages of other origins neither frame it nor get
 * hold of its window.
 *
 * @param path below the base of the app
 */
export const pageHeaders = (path: string): readonly (readonly [string, string])[] => [
  ['referrer-policy', 'same-origin'],
  ...(path === bridgePage
    ? []
    : ([
        ['content-security-policy', "frame-ancestors 'self'"],
        ['cross-origin-opener-policy', 'same-origin'],
        ['cross-origin-resource-policy', 'same-origin'],
        ['permissions-policy', 'camera=(), microphone=(), payment=(), usb=()'],
      ] as const)),
];
