import { hostMark } from '../sw/contract/node-host.ts';

/**
 * True if the program that serves this page stores the maps and answers requests (`soapstone serve`). False if the
 * page's service worker does, so that the maps are in this browser.
 */
export const isServed: boolean =
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${hostMark.name}"]`)?.content === hostMark.content;
