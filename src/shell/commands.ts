import { operations } from '../../sw/contract/index.ts';
import { portalOperations } from '../../sw/portal/contract/index.ts';
import { serviceUrl } from '../connection/call.ts';
import { copyText } from '../parts/copy-field.tsx';
import { listAdded } from '../parts/extension.ts';
import { showFirstSteps } from '../parts/first-steps.tsx';
import type { IconName } from '../parts/icon.tsx';
import { chooseWorkspace, saveWorkspace } from '../parts/workspace-file.ts';
import { envelopeToExtent, referenceFor } from '../state/references.ts';
import { openPage } from '../state/route.ts';
import { currentKey, isLayerOn, mapInfo, openService, services, setVisible } from '../state/services.ts';
import { hasMap } from '../state/tasks.ts';
import { theme, themes } from '../state/theme.ts';
import { units } from '../state/units.ts';
import { goToExtent } from '../state/view.ts';
import { chooseLanguage, findPreferredLanguage, type Language, languages, text } from '../text/text.ts';
import { workspaceText } from '../text/workspace-text.ts';
import { showOverlay } from './overlay.ts';
import { allPages, goToPage } from './pages.ts';

export interface Command {
  readonly group: string;
  readonly label: string;
  readonly detail?: string;
  readonly icon: IconName;
  readonly run: () => void;
}

/** Return all commands: pages, actions, services, layers of the open service, operations. */
export function commandsNow(): Command[] {
  return [...pageCommands(), ...actions(), ...serviceCommands(), ...layerCommands(), ...operationCommands()];
}

/**
 * Find the commands whose label, detail or group contains every word of the query. Labels that begin with the first
 * word come first, then labels with all words.
 *
 * @returns for an empty query all commands, in their order
 */
export function findCommands(commands: readonly Command[], query: string): Command[] {
  const content = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (content.length === 0) return [...commands];
  const scored = commands.flatMap((command) => {
    const label = command.label.toLowerCase();
    const all = `${label} ${command.detail?.toLowerCase() ?? ''} ${command.group.toLowerCase()}`;
    if (!content.every((word) => all.includes(word))) return [];
    const score = label.startsWith(content[0]!) ? 0 : content.every((word) => label.includes(word)) ? 1 : 2;
    return [{ command, score }];
  });
  return scored.sort((a, b) => a.score - b.score).map(({ command }) => command);
}

const pageCommands = (): Command[] =>
  Object.entries(allPages()).map(([name, { icon, name: content }]) => ({
    group: text.palette.pages,
    label: content(),
    icon,
    run: () => goToPage(name),
  }));

function actions(): Command[] {
  const group = text.palette.actions;
  const key = currentKey.value;
  const other = (Object.keys(languages) as Language[]).filter((language) => language !== findPreferredLanguage());
  return [
    {
      group,
      label: text.publish.action,
      icon: 'upload',
      run: () => openPage('publish'),
    },
    {
      group,
      label: text.describe.title,
      icon: 'eye',
      run: () => showOverlay('describe'),
    },
    ...(key
      ? [
          {
            group,
            label: text.publish.copySoap,
            icon: 'copy' as const,
            run: () => void copyText(serviceUrl(key), text.publish.soapUrl),
          },
        ]
      : []),
    ...listAdded('mapActions')
      .filter(({ alsoIn }) => hasMap.value && alsoIn?.includes('palette'))
      .map(({ label, icon, run }) => ({
        ...{ group, label: label(), icon },
        run: () => {
          openPage('maps');
          run();
        },
      })),
    { group, label: workspaceText.backUp, icon: 'download', run: () => void saveWorkspace() },
    { group, label: workspaceText.restore, icon: 'upload', run: chooseWorkspace },
    { group, label: text.palette.copyLink, icon: 'link', run: () => void copyText(location.href, text.palette.link) },
    ...themes.map((choice) => ({
      group,
      label: text.navigation.theme(text.navigation.themes[choice]),
      icon: 'contrast' as const,
      run: () => theme.choose(choice),
    })),
    {
      group,
      label: text.settings.unitChoices[units.value === 'metric' ? 'imperial' : 'metric'],
      icon: 'ruler',
      run: () => units.choose(units.value === 'metric' ? 'imperial' : 'metric'),
    },
    ...other.map((language) => ({
      group,
      label: languages[language],
      detail: text.settings.language,
      icon: 'globe' as const,
      run: () => chooseLanguage(language),
    })),
    {
      group,
      label: text.shortcuts.title,
      icon: 'keyboard',
      run: () => showOverlay('shortcuts'),
    },
    {
      group,
      label: text.firstSteps.again,
      icon: 'info',
      run: () => {
        showFirstSteps();
        openPage('maps');
      },
    },
  ];
}

const serviceCommands = (): Command[] =>
  (services.value ?? []).map(({ name, title }) => ({
    group: text.palette.services,
    label: title,
    detail: title === name ? undefined : name,
    icon: 'map',
    run: () => {
      if (name !== currentKey.value) void openService(name);
      openPage('maps');
    },
  }));

function layerCommands(): Command[] {
  const info = mapInfo.value;
  if (!info) return [];
  return (info.MapLayerInfos ?? []).flatMap((layer): Command[] => {
    const extent = envelopeToExtent(layer.Extent);
    const isOn = isLayerOn(layer);
    const toggle: Command = {
      group: text.palette.layers,
      label: isOn ? text.palette.hide(layer.Name) : text.layers.visible(layer.Name),
      icon: 'layers',
      run: () => setVisible([layer.LayerID], !isOn),
    };
    if (!extent) return [toggle];
    return [
      {
        group: text.palette.layers,
        label: layer.Name,
        detail: text.layers.zoomTo,
        icon: 'zoom-to',
        run: () => {
          openPage('maps');
          goToExtent(extent, referenceFor('map', info));
        },
      },
      toggle,
    ];
  });
}

const operationCommands = (): Command[] =>
  Object.entries({ ...operations, ...portalOperations }).map(([operation, { doc }]) => ({
    group: text.palette.operations,
    label: operation,
    detail: doc,
    icon: 'code',
    run: () => openPage('explorer', { operation }),
  }));
