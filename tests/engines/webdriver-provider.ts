import { playwright } from '@vitest/browser-playwright';
import type { BrowserProviderOption } from 'vitest/node';
import type { Engine } from './engine.ts';

/** Let Vitest run its tests in a browser that Playwright can't drive. Vitest only needs to open an address. */
export function webdriverProvider(name: string, start: () => Promise<Engine>): BrowserProviderOption {
  let engine: Promise<Engine> | undefined;
  return {
    name: 'webdriver',
    supportedBrowser: [name],
    options: {},
    serverFactory: playwright().serverFactory,
    providerFactory: () => ({
      name: 'webdriver',
      supportsParallelism: false,
      getCommandsContext: () => ({}),
      async openPage(_session, url) {
        engine ??= start();
        await (await engine).goto(url);
      },
      async close() {
        await (await engine)?.close();
      },
    }),
  };
}
