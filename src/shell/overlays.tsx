import { Dialog } from '../parts/dialog.tsx';
import { added } from '../parts/extension.ts';
import { text } from '../text/text.ts';
import { CommandPalette } from './command-palette.tsx';
import { DescribeView } from './describe-view.tsx';
import { overlay, showOverlay } from './overlay.ts';
import { allPages } from './pages.ts';

const close = () => showOverlay('none');

export function Overlays() {
  switch (overlay.value) {
    case 'palette':
      return <CommandPalette onClose={close} />;
    case 'shortcuts':
      return <Shortcuts />;
    case 'describe':
      return <DescribeView onClose={close} />;
    case 'none':
      return null;
  }
}

function Shortcuts() {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const groups: readonly [title: string, rows: readonly (readonly [keys: readonly string[], label: string])[]][] = [
    [
      text.shortcuts.everywhere,
      [
        [[isMac ? '⌘' : 'Ctrl', 'K'], text.palette.title],
        [['?'], text.shortcuts.title],
        ...Object.values(allPages()).map(({ key, name }) => [['g', key], text.shortcuts.goTo(name())] as const),
        [['g', 'p'], text.publish.action],
        [['g', 'd'], text.describe.title],
        [['Esc'], text.shortcuts.close],
      ],
    ],
    [
      text.shortcuts.onMap,
      [
        ...added('mapActions').flatMap(({ key, label }) =>
          key ? [[[isMac ? '⌘' : 'Ctrl', key.toUpperCase()], label()] as const] : [],
        ),
        [['←', '↑', '↓', '→'], text.shortcuts.move],
        [['+', '−'], text.shortcuts.zoom],
        [['Enter'], text.shortcuts.identify],
      ],
    ],
  ];
  return (
    <Dialog title={text.shortcuts.title} onClose={close}>
      {groups.map(([title, rows]) => (
        <section class="shortcuts" key={title}>
          <h3>{title}</h3>
          <dl>
            {rows.map(([keys, label]) => (
              <div key={label}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
