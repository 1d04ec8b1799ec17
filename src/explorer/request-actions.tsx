import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Menu } from '../parts/menu.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { offerUndo } from './offer-undo.ts';
import { explorerText as t } from './text/explorer-text.ts';

/** What can be done with a request: send it (the children), begin anew, copy and share it, or go back to an earlier one. */
export function RequestActions<Language extends string>(props: {
  children: ComponentChildren;
  /** Brings the example back, and gives what undoes that. */
  onExample: () => Parameters<typeof offerUndo>[0] | undefined;
  languages: readonly Language[];
  onCopy: (language: Language) => void;
  /** What the link does not have. */
  linkDetail?: string;
  onShare: () => void;
}) {
  const { children, onExample, languages, onCopy, linkDetail, onShare } = props;
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  return (
    <>
      <div class="row">
        {children}
        <Button
          icon="rotate"
          onClick={() => {
            const back = onExample();
            if (back) offerUndo(back);
          }}
        >
          {t.example}
        </Button>
        <span class="spacer" />
        <Menu
          icon="code"
          name={t.copyAs}
          items={languages.map((language) => ({
            label: language,
            detail: language === 'fetch' ? t.runsHere : t.runsElsewhere,
            onSelect: () => onCopy(language),
          }))}
        />
        <Menu
          icon="link"
          name={t.share}
          items={[
            { label: t.copyLink, icon: 'link', onSelect: onShare, ...(linkDetail ? { detail: linkDetail } : {}) },
          ]}
        />
        <Button icon="clock" onClick={() => setHistoryOpen(true)}>
          {t.history}
        </Button>
      </div>
      {isHistoryOpen && <HistoryDialog onClose={() => setHistoryOpen(false)} />}
    </>
  );
}
