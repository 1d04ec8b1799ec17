import './identify.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatError, isAbort } from '../../connection/call.ts';
import { IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { formatCount } from '../../text/format.ts';
import { mapText } from '../text/maps-text.ts';
import { type Finding, find, findingDetail } from './find.ts';
import { openFinding } from './open-finding.ts';

const debounceMs = 220;
const maxShown = 60;

type State =
  | { readonly state: 'idle' | 'searching' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'found'; readonly findings: readonly Finding[]; readonly text: string };

export function FindBox() {
  const [text, setText] = useState('');
  const [now, setNow] = useState<State>({ state: 'idle' });
  const [chosen, setChosen] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const host = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isEager = useRef(false);
  const requested = text.trim();

  const go = (finding: Finding | undefined) => {
    if (!finding) return;
    setOpen(false);
    openFinding(finding);
  };

  useEffect(() => {
    if (requested.length < 2) {
      setNow({ state: 'idle' });
      return;
    }
    const running = new AbortController();
    const timer = setTimeout(async () => {
      setNow((before) => (before.state === 'found' ? before : { state: 'searching' }));
      try {
        const findings = await find(requested, running.signal);
        if (running.signal.aborted) return;
        setNow({ state: 'found', findings, text: requested });
        setChosen(0);
        if (isEager.current) go(findings[0]);
        isEager.current = false;
      } catch (error) {
        if (!isAbort(error)) setNow({ state: 'failed', message: formatError(error) });
      }
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      running.abort();
    };
  }, [requested]);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent) => {
      if (!host.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  const findings = now.state === 'found' ? now.findings.slice(0, maxShown) : [];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && findings.length > 0) {
      event.preventDefault();
      setOpen(true);
      const next = (chosen + step + findings.length) % findings.length;
      setChosen(next);
      host.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      if (now.state === 'found' && now.text === requested) go(findings[chosen]);
      else isEager.current = true;
    } else if (event.key === 'Escape') {
      if (isOpen && requested) setOpen(false);
      else setText('');
    }
  };
  const isListed = isOpen && requested.length >= 2;
  return (
    <div class="find-box map-floating" ref={host} data-open={isListed ? '' : undefined}>
      <label class="find-field">
        <Icon name="search" size={18} />
        <input
          ref={input}
          type="text"
          class="bare-input"
          role="combobox"
          aria-label={mapText.bar.find}
          aria-expanded={isListed}
          aria-controls="find-list"
          aria-autocomplete="list"
          aria-activedescendant={isListed && findings[chosen] ? `find-${chosen}` : undefined}
          placeholder={mapText.bar.find}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onFocus={() => setOpen(true)}
          onInput={(event) => {
            isEager.current = false;
            setText(event.currentTarget.value);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      {text && (
        <IconButton
          small
          icon="close"
          name={mapText.bar.clear}
          onClick={() => {
            setText('');
            input.current?.focus();
          }}
        />
      )}
      {isListed && (
        <div class="find-results">
          <div role="listbox" id="find-list" aria-label={mapText.bar.find} tabIndex={-1}>
            {findings.map((finding, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
              <div
                key={`${finding.result.layer.LayerID} ${finding.result.id} ${index}`}
                id={`find-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === chosen}
                onPointerMove={() => setChosen(index)}
                onClick={() => go(finding)}
              >
                <span class="one-line">{finding.result.title}</span>
                <small class="one-line">{findingDetail(finding)}</small>
              </div>
            ))}
          </div>
          <p role="status">{statusText(now, requested)}</p>
        </div>
      )}
    </div>
  );
}

function statusText(now: State, requested: string): string {
  switch (now.state) {
    case 'failed':
      return `${mapText.bar.findFailed}. ${now.message}`;
    case 'found':
      if (now.findings.length === 0) return mapText.bar.nothing(now.text);
      return now.findings.length > maxShown
        ? mapText.bar.foundMany(formatCount(maxShown))
        : mapText.bar.found(formatCount(now.findings.length));
    default:
      return requested ? `${mapText.bar.searching} …` : '';
  }
}
