import { Fragment } from 'preact';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Logo } from '../parts/logo.tsx';
import { Menu } from '../parts/menu.tsx';
import { page, routeLink } from '../state/route.ts';
import { type Theme, theme } from '../state/theme.ts';
import { text } from '../text/text.ts';
import { showOverlay } from './overlay.ts';
import { goToPage, pages } from './pages.ts';

const themeIcons: Record<Theme, IconName> = { system: 'contrast', light: 'sun', dark: 'moon' };
const nextTheme: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

export function Navigation({ isPanelOpen, onTogglePanel }: { isPanelOpen: boolean; onTogglePanel: () => void }) {
  const isMap = page.value === 'maps';
  // The page one is on begins anew; the map alone keeps its place and only closes what lies over it.
  const linkTo = (name: string) => {
    const { address } = pages[name]!;
    if (address) return { href: address(), target: '_blank', rel: 'noreferrer' };
    const link = routeLink(name);
    if (name !== 'maps' || !isMap) return link;
    const stay = (event: MouseEvent) => {
      event.preventDefault();
      if (isPanelOpen) onTogglePanel();
    };
    return { ...link, onClick: stay };
  };
  return (
    <nav class="rail" aria-label={text.navigation.label}>
      <span class="mark" title={`${text.appName}. ${text.tagline}`}>
        <Logo size={38} />
      </span>
      {Object.entries(pages).map(([name, { icon, name: label, isSecond }]) => (
        <Fragment key={name}>
          <a
            class={isSecond ? 'rail-item not-narrow' : 'rail-item'}
            aria-current={page.value === name ? 'page' : undefined}
            {...linkTo(name)}
          >
            <Icon name={icon} size={22} />
            <span class="one-line">{label()}</span>
          </a>
          {name === 'maps' && isMap && (
            <button type="button" class="rail-item only-narrow" aria-expanded={isPanelOpen} onClick={onTogglePanel}>
              <Icon name="layers" size={22} />
              <span class="one-line">{text.navigation.layers}</span>
            </button>
          )}
        </Fragment>
      ))}
      <More />
      <span class="spacer" />
      <button
        type="button"
        class="rail-item not-narrow"
        aria-haspopup="dialog"
        title={text.palette.title}
        onClick={() => showOverlay('palette')}
      >
        <Icon name="search" size={22} />
        <span>{text.navigation.search}</span>
      </button>
      <button
        type="button"
        class="rail-item not-narrow"
        aria-label={text.navigation.theme(text.navigation.shortThemes[theme.value])}
        title={text.navigation.theme(text.navigation.themes[theme.value])}
        onClick={() => {
          theme.value = nextTheme[theme.value];
        }}
      >
        <Icon name={themeIcons[theme.value]} size={22} />
        {text.navigation.shortThemes[theme.value]}
      </button>
    </nav>
  );
}

function More() {
  const second = Object.entries(pages).filter(([, { isSecond }]) => isSecond);
  const current = second.find(([name]) => name === page.value)?.[1];
  const shown = current ? current.name() : text.navigation.more;
  return (
    <span class="rail-more">
      <Menu
        icon="more"
        name={current ? `${text.navigation.more}, ${shown}` : shown}
        side="above"
        face={{
          class: 'rail-item',
          isCurrent: current !== undefined,
          content: (
            <>
              <Icon name={current?.icon ?? 'more'} size={22} />
              <span class="one-line">{shown}</span>
            </>
          ),
        }}
        items={[
          ...second.map(([name, { icon, name: label }]) => ({
            label: label(),
            icon,
            onSelect: () => goToPage(name),
          })),
          {
            label: text.navigation.search,
            icon: 'search' as const,
            onSelect: () => showOverlay('palette'),
          },
          {
            label: text.navigation.theme(text.navigation.themes[theme.value]),
            icon: themeIcons[theme.value],
            onSelect: () => {
              theme.value = nextTheme[theme.value];
            },
          },
        ]}
      />
    </span>
  );
}
