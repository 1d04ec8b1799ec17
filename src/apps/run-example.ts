import { base } from '../connection/call.ts';

/** What an example showed, in order. */
export type Shown =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failure'; readonly text: string }
  | { readonly kind: 'picture'; readonly blob: Blob };

const patienceMs = 30_000;

/**
 * Run code as a module in a frame of its own, which the worker answers as it answers this page.
 *
 * @param show called with every value that the code shows
 * @returns when the code has ended, well or not; its error is shown as a failure
 */
export function runExample(code: string, show: (shown: Shown) => void): Promise<void> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Example';
  frame.src = `${base}run.html`;
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('message', hear);
      frame.remove();
      resolve();
    };
    const hear = ({ source, data }: MessageEvent) => {
      if (source !== frame.contentWindow || !data?.soapstoneExample) return;
      const { ready, shown, failed, ended } = data.value as {
        ready?: boolean;
        shown?: string | Blob;
        failed?: string;
        ended?: boolean;
      };
      if (ready) frame.contentWindow?.postMessage({ code }, location.origin);
      if (shown instanceof Blob) show({ kind: 'picture', blob: shown });
      else if (shown !== undefined) show({ kind: 'text', text: shown });
      if (failed) show({ kind: 'failure', text: failed.replace(/^Uncaught /, '') });
      if (ended) end();
    };
    const timer = setTimeout(end, patienceMs);
    addEventListener('message', hear);
    document.body.append(frame);
  });
}
