import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { chromiumSwitches, installedChromium } from '../chromium.mjs';
import { builds, lowerBase } from './drivers/build-app.ts';
import { open } from './drivers/driver.ts';
import { startWebServer } from './drivers/web-server.ts';

for (const [folder, base] of [
  [builds.atRoot, '/'],
  [builds.below, lowerBase],
] as const) {
  test(`the browser offers to install the app at ${base}`, { tag: base === '/' ? [] : '@turn1' }, async () => {
    // Given the app in a normal profile, because private windows never install apps
    const server = await startWebServer(folder, { base });
    const profile = mkdtempSync(join(tmpdir(), 'soapstone-profile-'));
    const executablePath = installedChromium();
    const context = await chromium.launchPersistentContext(profile, {
      ...(executablePath ? { executablePath } : {}),
      args: chromiumSwitches,
    });
    try {
      const page = await context.newPage();
      await open(page, server.origin + base);
      // When the browser is asked for installability errors
      const session = await context.newCDPSession(page);
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      const manifest = await session.send('Page.getAppManifest');
      // Then there are none, neither in the manifest nor in the page
      expect(installabilityErrors).toEqual([]);
      expect(manifest.errors).toEqual([]);
      expect(manifest.url).toBe(`${server.origin}${base}manifest.webmanifest`);
      const { icons, shortcuts } = JSON.parse(manifest.data ?? '{}');
      for (const { src } of [...icons, ...shortcuts.flatMap((shortcut: { icons: object[] }) => shortcut.icons)])
        expect((await fetch(new URL(src, manifest.url))).status, src).toBe(200);
    } finally {
      await context.close();
      await server.stop();
      rmSync(profile, { recursive: true, force: true });
    }
  });
}
