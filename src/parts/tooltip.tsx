import type { ComponentChildren } from 'preact';

export type TooltipSide = 'left' | 'right' | 'top' | 'below';

/** Show a text next to a control on hover and keyboard focus. The control must have its own accessible name. */
export function Tooltip({ text, side, children }: { text: string; side: TooltipSide; children: ComponentChildren }) {
  return (
    <span class="tooltip-host">
      {children}
      <span class="tooltip" data-side={side} aria-hidden="true">
        {text}
      </span>
    </span>
  );
}
