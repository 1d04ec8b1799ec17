import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { useModal } from '../parts/use-modal.ts';
import { text } from '../text/text.ts';
import { type Command, commandsNow, findCommands } from './commands.ts';

const maxShown = 60;

/** Find anything by its name: type, walk with the arrow keys, Enter. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const element = useModal();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const commands = useMemo(commandsNow, []);
  const found = useMemo(() => findCommands(commands, query).slice(0, maxShown), [commands, query]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, found]);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(found[chosen]);
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
          type="text"
          class="bare-input"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={found[chosen] ? `palette-${chosen}` : undefined}
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
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
          <div
            key={`${command.group} ${command.label}`}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onPointerMove={() => setChosen(index)}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} size={18} />
            <span>
              {command.label}
              {command.detail && <small class="one-line">{command.detail}</small>}
            </span>
            {(index === 0 || found[index - 1]!.group !== command.group) && <em>{command.group}</em>}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p class="palette-none" role="status">
          {text.palette.none(query)}
        </p>
      )}
    </dialog>
  );
}
