import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';

export interface MenuItem {
  readonly label: string;
  readonly detail?: string;
  readonly icon?: IconName;
  readonly danger?: boolean;
  /** Set for choices and shown as a check mark. */
  readonly checked?: boolean;
  readonly onSelect: () => void;
}

interface MenuProps {
  icon: IconName;
  name: string;
  items: readonly MenuItem[];
  small?: boolean;
  side?: 'below' | 'left' | 'above';
  /** Content of the button in place of its icon, with its class. */
  face?: { readonly class: string; readonly isCurrent?: boolean; readonly content: ComponentChildren };
}

/** Button that opens a list of actions. Arrow keys move the focus, Escape closes the list and returns the focus. */
export function Menu({ icon, name, items, small = false, side = 'below', face }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const host = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  // In the top layer, so that scrolling panels don't clip it.
  useLayoutEffect(() => {
    if (!isOpen || !list.current || !button.current) return;
    list.current.showPopover();
    layBeside(list.current, button.current.getBoundingClientRect(), side);
  }, [isOpen, side]);
  useEffect(() => {
    if (!isOpen) return;
    host.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (!host.current?.contains(event.target as Node)) setOpen(false);
    };
    const closeMoved = (event: Event) => {
      if (!list.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('scroll', closeMoved, true);
    addEventListener('resize', closeMoved);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('scroll', closeMoved, true);
      removeEventListener('resize', closeMoved);
    };
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
    if (event.key === 'Tab') setOpen(false);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const entries = [...(host.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
    const now = entries.indexOf(document.activeElement as HTMLElement);
    entries[(now + step + entries.length) % entries.length]?.focus();
  };

  const opener = (
    <button
      ref={button}
      type="button"
      class={face?.class ?? `icon-button${small ? ' small' : ''}`}
      aria-label={name}
      aria-current={face?.isCurrent ? 'true' : undefined}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      {face?.content ?? <Icon name={icon} size={small ? 16 : 18} />}
    </button>
  );
  return (
    <span class="menu-host" ref={host}>
      {face ? (
        opener
      ) : (
        <Tooltip text={name} side="left">
          {opener}
        </Tooltip>
      )}
      {isOpen && (
        <div
          ref={list}
          class="menu"
          role="menu"
          tabIndex={-1}
          aria-label={name}
          data-side={side}
          popover="manual"
          onKeyDown={walk}
        >
          {items.map((item) => (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: with aria-checked the role is menuitemradio
            <button
              type="button"
              key={item.label}
              role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={item.checked}
              tabIndex={-1}
              data-danger={item.danger ? '' : undefined}
              onClick={() => {
                close();
                item.onSelect();
              }}
            >
              {item.checked === undefined ? (
                item.icon && <Icon name={item.icon} size={17} />
              ) : item.checked ? (
                <Icon name="check" size={17} />
              ) : (
                <span style={{ flex: 'none', width: '17px' }} />
              )}
              <span>
                {item.label}
                {item.detail && <small>{item.detail}</small>}
              </span>
            </button>
          ))}
        </div>
      )}
    </span>
  );
}

const edgePx = 8;

/** Position a menu next to its button, within the window: above the button if there is no room below. */
function layBeside(menu: HTMLElement, button: DOMRect, side: 'below' | 'left' | 'above'): void {
  const { width, height } = menu.getBoundingClientRect();
  const below = button.bottom + 6;
  const above = button.top - 6 - height;
  const leftPx = side === 'left' ? button.left - 8 - width : button.right - width;
  const top = side === 'left' ? button.top : side === 'above' || below + height > innerHeight - edgePx ? above : below;
  const within = (position: number, max: number) => Math.max(edgePx, Math.min(position, max - edgePx));
  menu.style.left = `${within(leftPx, innerWidth - width)}px`;
  menu.style.top = `${within(top, innerHeight - height)}px`;
}
