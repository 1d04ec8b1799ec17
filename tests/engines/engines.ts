import type { Engine } from './engine.ts';
import { programsOf } from './ensure-engines.mjs';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

const firefox = programsOf('firefox');
const webkit = programsOf('webkit');

/** Functions that start the browsers other than Chromium, by name; undefined if this machine doesn't have one. */
export const engines: Readonly<Record<string, (() => Promise<Engine>) | undefined>> = {
  firefox: firefox && (() => startFirefox(firefox.browser)),
  webkit: webkit && (() => startWebKit(webkit)),
};
