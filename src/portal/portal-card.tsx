import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A part of a tab: what it is, what can be done, and what there is. */
export function PortalCard(props: { title: string; actions?: ComponentChildren; children: ComponentChildren }) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <header class="portal-head">
        <h2 id={id}>{props.title}</h2>
        {props.actions}
      </header>
      {props.children}
    </section>
  );
}
