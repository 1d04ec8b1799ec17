import { expect } from '@playwright/test';
import { mapDrawn, open } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import type { WebServer } from './drivers/web-server.ts';

test.use({ isReading: true });

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

test('the worker ends what nobody waits for any more', async ({ page }) => {
  // Given the map, and a slow request whose answer in the worker the test records even if the caller aborts
  await open(page, server.origin);
  await mapDrawn(page, /World/);
  const ended = await page.evaluate(async () => {
    const path = '/client.js';
    const { connect } = await import(path);
    const client = await connect({ base: '/', service: 'World' });
    const corners = Array.from({ length: 150_000 }, (_, i) => ({
      type: 'PointN',
      X: (i % 360) - 180,
      Y: ((i * 7) % 160) - 80,
    }));
    const FilterGeometry = {
      type: 'PolygonN',
      HasID: false,
      HasZ: false,
      HasM: false,
      RingArray: [{ type: 'Ring', PointArray: corners }],
    };
    const QueryFilter = {
      type: 'SpatialFilter',
      WhereClause: '',
      Resolution: 0,
      SearchOrder: 'gisSearchOrderSpatial',
      SpatialRel: 'gisSpatialRelWithin',
      SpatialRelDescription: '',
      FilterGeometry,
      GeometryFieldName: '',
      FilterOwnsGeometry: false,
    };
    const { Result: MapName } = await client.GetDefaultMapName({});
    const abort = new AbortController();
    const realFetch = window.fetch;
    let answer: Promise<string> | undefined;
    window.fetch = (url, { signal, ...init }: RequestInit = {}) => {
      const response = realFetch(url, init);
      // The page may still request a legend.
      if (!String(init.body).includes('QueryFeatureCount')) return response;
      answer = response.then((result) => result.clone().text());
      setTimeout(() => abort.abort(), 100);
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        response.then(resolve, reject);
      });
    };
    // When the caller aborts
    const requested = client.QueryFeatureCount({ MapName, LayerID: 0, QueryFilter }, { signal: abort.signal });
    const reason = await requested.then(
      () => 'answered',
      (error: Error) => `${error.name}: ${error.message}`,
    );
    return { reason, text: await answer!, reached: (await realFetch('/services?f=json')).status };
  });
  // Then the worker has aborted the request before its end, and answers others
  expect(ended.reason).toMatch(/^AbortError/);
  expect(ended.text).toMatch(/Internal error: [^<]*abort/);
  expect(ended.reached).toBe(200);
});
