import { render } from 'preact';
import { afterAll } from 'vitest';

/** Files share one page: each leaves it empty. */
afterAll(() => {
  render(null, document.body);
  document.body.replaceChildren();
});
