import type { ComponentChildren, JSX } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import { Tooltip, type TooltipSide } from './tooltip.tsx';

type Native = Omit<JSX.IntrinsicElements['button'], 'icon' | 'class' | 'size' | 'name'>;

interface ButtonProps extends Native {
  kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  small?: boolean;
  icon?: IconName;
  children: ComponentChildren;
}

export function Button({ kind = 'plain', small = false, icon, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} class={`button ${kind}${small ? ' small' : ''}`}>
      {icon && <Icon name={icon} size={small ? 15 : 17} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Native {
  icon: IconName;
  /** Read by assistive technology and shown as a tooltip. */
  name: string;
  small?: boolean;
  side?: TooltipSide;
}

/** Button that shows only an icon, with its name in a tooltip. */
export function IconButton({ icon, name, small = false, side = 'left', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={name} side={side}>
      <button type="button" {...rest} aria-label={name} class={`icon-button${small ? ' small' : ''}`}>
        <Icon name={icon} size={small ? 16 : 18} />
      </button>
    </Tooltip>
  );
}
