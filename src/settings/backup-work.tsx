import { useState } from 'preact/hooks';
import { formatError } from '../connection/call.ts';
import { Notice } from '../parts/notice.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { showToast } from '../state/toasts.ts';
import { workspaceText } from '../text/workspace-text.ts';

type Work =
  | { readonly state: 'none' }
  | { readonly state: 'working'; readonly text: string }
  | { readonly state: 'failed'; readonly message: string };

/** Return a function that runs one long task at a time and reports its outcome; `progress` shows its state. */
export function useWork() {
  const [work, setWork] = useState<Work>({ state: 'none' });
  const runTask = async (label: string, task: () => Promise<string>) => {
    setWork({ state: 'working', text: label });
    try {
      const done = await task();
      setWork({ state: 'none' });
      showToast({ message: done });
    } catch (error) {
      setWork({ state: 'failed', message: formatError(error) });
    }
  };
  const progress = (
    <>
      {work.state === 'working' && <ProgressBar name={work.text} />}
      {work.state === 'failed' && (
        <Notice kind="error">
          <span>{work.message}</span>
          <span>{workspaceText.unchanged}</span>
        </Notice>
      )}
    </>
  );
  return { isWorking: work.state === 'working', progress, run: runTask };
}

export const zipFiles = '.zip,application/zip';
