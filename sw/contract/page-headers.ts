/** The only page that other origins can frame and open. It asks the user for permission. */
const bridgePage = 'bridge.html';

/**
 * Return the response headers of a page of the app that a `meta` element can't set.
 *
 * They prevent other origins from framing the page or getting a reference to its window.
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
