import type { ComponentChildren } from 'preact';

/** A part of the page that scrolls by itself; it takes the focus, so that the keyboard scrolls it too. */
export function ScrollRegion({ name, kind, children }: { name: string; kind: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section class={kind} tabIndex={0} aria-label={name}>
      {children}
    </section>
  );
}
