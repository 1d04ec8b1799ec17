import { listAdded } from '../parts/extension.ts';
import { page } from '../state/route.ts';
import { hasMap } from '../state/tasks.ts';
import { overlay, showOverlay, typeAhead } from './overlay.ts';
import { allPages, goToPage } from './pages.ts';

/** Maximum time until the second key of `g …`. */
const chordTimeoutMs = 1500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Listen for the global keys: Ctrl/Cmd+K, `?`, `g` with the key of a page, and on the map those of extensions. */
export function watchShortcuts(): void {
  const pageOfKey = new Map(Object.entries(allPages()).map(([name, { key }]) => [key, name]));
  let leaderAt = Number.NEGATIVE_INFINITY;
  const onKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      showOverlay(overlay.value === 'palette' ? 'none' : 'palette');
      return;
    }
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      const action = listAdded('mapActions').find(({ key }) => key === event.key.toLowerCase());
      if (!action || page.value !== 'maps' || !hasMap.value) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) action.run();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    if (event.key === '?') {
      event.preventDefault();
      showOverlay('shortcuts');
    } else if (event.timeStamp - leaderAt < chordTimeoutMs) {
      leaderAt = Number.NEGATIVE_INFINITY;
      const name = pageOfKey.get(event.key);
      if (name) goToPage(name);
      else if (event.key === 'd') showOverlay('describe');
      else return;
      event.preventDefault();
    } else if (event.key === 'g') leaderAt = event.timeStamp;
  };
  // Capture keys before a field handles them, because the palette may have been opened from one. Without the shell, no
  // palette will open.
  const onKeyAhead = (event: KeyboardEvent) => {
    if (overlay.value !== 'palette' || document.querySelector('.palette[open]')) return;
    if (!document.querySelector('.shell') || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
      return;
    if (event.key === 'Escape') showOverlay('none');
    else if (!typeAhead(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', onKeyAhead, true);
  document.addEventListener('keydown', onKey);
}
