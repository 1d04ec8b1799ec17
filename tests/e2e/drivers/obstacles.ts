import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What axe looks for beside or instead of its usual rules. */
interface Rules {
  readonly rules?: Readonly<Record<string, { enabled: boolean }>>;
  readonly runOnly?: string[];
}

/**
 * What axe objects to on a page as it stands, with the place and the remedy; empty when nothing stands in anybody's way.
 *
 * The usual way of axe opens a page of its own for every answer and describes all that is well; this one is quicker, and
 * would leave out frames alone: there are none.
 *
 * @param within selector of the part to look at; without it the whole page
 */
export async function obstacles(page: Page, within?: string, rules: Rules = {}): Promise<string[]> {
  expect(page.frames(), page.url()).toHaveLength(1);
  // Where axe has looked before, it need not be loaded again.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: '0' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...rules });
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
  );
}
