import { useState } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';
import { viewerText as t } from './viewer-text.ts';

/** A field for a text that is searched for in all rows. */
export function SearchBox({ onSearch }: { onSearch: (text: string) => Promise<void> }) {
  const [typed, setTyped] = useState('');
  return (
    <search>
      <form
        class="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') void onSearch(typed.trim());
        }}
      >
        <Icon name="search" size={18} />
        <input
          type="search"
          aria-label={t.search}
          placeholder={t.searchHint}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}
