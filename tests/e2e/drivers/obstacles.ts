import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Changes to the rules of axe. */
interface Rules {
  readonly rules?: Readonly<Record<string, { enabled: boolean }>>;
  readonly runOnly?: string[];
}

/**
 * Return axe's violations on the current page, with the element and the fix; empty if there are none.
 *
 * Axe usually opens another page for each result and describes all passed rules. This is faster, and would only miss
 * frames, which the pages don't have.
 *
 * @param within selector of the part to check; by default the whole page
 */
export async function obstacles(page: Page, within?: string, rules: Rules = {}): Promise<string[]> {
  expect(page.frames(), page.url()).toHaveLength(1);
  // axe is still loaded if it has checked this page before.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: '0' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...rules });
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
  );
}
