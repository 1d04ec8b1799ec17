import { isServed } from '../host.ts';
import type { Link } from './link-state.ts';
import { serverLink } from './server-link.ts';
import { workerLink } from './worker-link.ts';

/** The link to the server of this page: its service worker, or the program that serves it. */
export const link: Link = isServed ? serverLink : workerLink;
