import { render } from 'preact';
import { afterAll } from 'vitest';

/** Files share one page, so each must leave it empty. */
afterAll(() => {
  render(null, document.body);
  document.body.replaceChildren();
});
