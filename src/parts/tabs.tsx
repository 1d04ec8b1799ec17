interface TabsProps<Name extends string> {
  /** ID of the element with the content; `tabPanel` returns the element's attributes. */
  panel: string;
  tabs: Readonly<Partial<Record<Name, string>>>;
  value: Name;
  onChange: (name: Name) => void;
  label?: string;
  kind?: 'tabs' | 'segments';
}

/** List of tabs. Only the selected tab is in the tab order; arrow keys select the next one. */
export function Tabs<Name extends string>({ panel, tabs, value, onChange, label, kind = 'tabs' }: TabsProps<Name>) {
  return (
    <div class={kind} role="tablist" aria-label={label} onKeyDown={chooseByArrow}>
      {(Object.keys(tabs) as Name[]).map((name) => (
        <button
          type="button"
          role="tab"
          key={name}
          id={`${panel}-${name}`}
          tabIndex={name === value ? 0 : -1}
          aria-selected={name === value}
          aria-controls={panel}
          onClick={() => onChange(name)}
        >
          {tabs[name]}
        </button>
      ))}
    </div>
  );
}

/** Return the attributes of a tab panel. */
export const tabPanel = (panel: string, value: string) =>
  ({ id: panel, role: 'tabpanel', 'aria-labelledby': `${panel}-${value}` }) as const;

/** Focus and select a neighbor of the focused tab or radio button, wrapping around. */
export function chooseByArrow(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"], [role="radio"]')];
  const index = choices.indexOf(event.target as HTMLElement);
  const next = {
    ArrowRight: index + 1,
    ArrowDown: index + 1,
    ArrowLeft: index - 1,
    ArrowUp: index - 1,
    Home: 0,
    End: -1,
  }[event.key];
  if (index < 0 || next === undefined) return;
  event.preventDefault();
  const chosen = choices.at(next % choices.length)!;
  chosen.focus();
  chosen.click();
}
