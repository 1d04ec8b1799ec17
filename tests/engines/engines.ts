import type { Engine } from './engine.ts';
import { programsOf } from './ensure-engines.mjs';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

const firefox = programsOf('firefox');
const webkit = programsOf('webkit');

/** How to start the browsers beside Chromium, by name; undefined where this machine lacks one. */
export const engines: Readonly<Record<string, (() => Promise<Engine>) | undefined>> = {
  firefox: firefox && (() => startFirefox(firefox.browser)),
  webkit: webkit && (() => startWebKit(webkit)),
};
