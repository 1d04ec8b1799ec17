import { overlay } from '../state/overlay.ts';
import { page } from '../state/route.ts';
import { exporting, isPrintable } from '../state/tasks.ts';
import { goToPage, pages } from './pages.ts';

/** How long the second key of `g …` may take. */
const patienceMs = 1500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/**
 * Listen to the keys that work everywhere: Ctrl/Cmd+K, Ctrl/Cmd+P, `?`, and `g` with the key of a page.
 */
export function watchShortcuts(): void {
  const pageOfKey = new Map(Object.entries(pages).map(([name, { key }]) => [key, name]));
  let leaderAt = Number.NEGATIVE_INFINITY;
  const onKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      overlay.value = overlay.value === 'palette' ? 'none' : 'palette';
      return;
    }
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'p') {
      if (page.value !== 'maps' || !isPrintable.value) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) exporting.value = { kind: 'page' };
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    if (event.key === '?') {
      event.preventDefault();
      overlay.value = 'shortcuts';
    } else if (event.timeStamp - leaderAt < patienceMs) {
      leaderAt = Number.NEGATIVE_INFINITY;
      const name = pageOfKey.get(event.key);
      if (name) goToPage(name);
      else if (event.key === 'd') overlay.value = 'describe';
      else return;
      event.preventDefault();
    } else if (event.key === 'g') leaderAt = event.timeStamp;
  };
  document.addEventListener('keydown', onKey);
}
