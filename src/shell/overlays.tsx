import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { listAdded } from '../parts/extension.ts';
import { Icon } from '../parts/icon.tsx';
import { useModal } from '../parts/use-modal.ts';
import { services } from '../state/services.ts';
import { text } from '../text/text.ts';
import { type Command, commandsNow, findCommands } from './commands.ts';
import { DescribeView } from './describe-view.tsx';
import { overlay, showOverlay, takeTypedAhead } from './overlay.ts';
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
        ...listAdded('mapActions').flatMap(({ key, label }) =>
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

const maxShown = 60;
const debounceMs = 220;

/** Dialog that finds anything by name. Arrow keys move the selection, Enter runs it. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const element = useModal();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [ahead] = useState(takeTypedAhead);
  const [query, setQuery] = useState(ahead.query);
  const [chosen, setChosen] = useState(0);
  // The catalogue may be read after the palette was opened.
  const commands = useMemo(commandsNow, [services.value]);
  const locations = useLocations(query.trim());
  const matches = useMemo(
    () => [...findCommands(commands, query).slice(0, maxShown), ...locations],
    [commands, query, locations],
  );
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, matches]);
  const runCommand = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  useLayoutEffect(() => {
    // Place the caret at the end, for further typing.
    field.current?.setSelectionRange(ahead.query.length, ahead.query.length);
    if (ahead.isEntered) runCommand(matches[0]);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && matches.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + matches.length) % matches.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      runCommand(matches[chosen]);
    }
  };
  return (
    <dialog
      ref={element}
      class="dialog palette"
      aria-label={text.palette.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => event.target === element.current && onClose()}
    >
      <label class="palette-head">
        <Icon name="search" />
        <input
          ref={field}
          type="text"
          class="bare-input"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={matches[chosen] ? `palette-${chosen}` : undefined}
          aria-label={text.palette.title}
          placeholder={text.palette.placeholder}
          autocomplete="off"
          spellcheck={false}
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <div
        class="palette-list"
        id="palette-list"
        role="listbox"
        aria-label={text.palette.results}
        ref={list}
        tabIndex={-1}
      >
        {matches.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
          <div
            key={`${command.group} ${command.label} ${command.detail} ${index}`}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onPointerMove={() => setChosen(index)}
            onClick={() => runCommand(command)}
          >
            <Icon name={command.icon} size={18} />
            <span>
              {command.label}
              {command.detail && <small class="one-line">{command.detail}</small>}
            </span>
            {(index === 0 || matches[index - 1]!.group !== command.group) && <em>{command.group}</em>}
          </div>
        ))}
      </div>
      {matches.length === 0 && (
        <p class="palette-none" role="status">
          {text.palette.none(query)}
        </p>
      )}
    </dialog>
  );
}

const nothing: readonly Command[] = [];

/** Search features of the open map and places shortly after the last key. */
function useLocations(query: string): readonly Command[] {
  const [locations, setLocations] = useState(nothing);
  useEffect(() => {
    if (query.length < 2) {
      setLocations(nothing);
      return;
    }
    const running = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { locationCommands } = await import('./location-commands.ts');
        const matchingLocations = await locationCommands(query, running.signal);
        if (!running.signal.aborted) setLocations(matchingLocations);
      } catch {
        // The palette has everything else. The search box on the map reports the error.
        if (!running.signal.aborted) setLocations(nothing);
      }
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      running.abort();
    };
  }, [query, services.value]);
  return locations;
}
