import { base } from '../../connection/call.ts';

/** An output of an example. */
export type Shown =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failure'; readonly text: string }
  | { readonly kind: 'image'; readonly blob: Blob };

/** The code and styles for a frame to run. */
interface Program {
  readonly code: string;
  /** Style sheets of libraries. */
  readonly styles?: readonly string[];
  /** Value of the CSS property. */
  readonly colorScheme?: string;
}

const exampleTimeoutMs = 30_000;

/**
 * Run code as a module in a frame. The worker answers its requests like those of this page.
 *
 * @param show called with every value that the code shows, and with its error
 * @param ended called when the code has ended, with or without an error
 * @returns a function that stops listening; the caller removes the frame
 */
export function openExample(
  frame: HTMLIFrameElement,
  program: Program,
  show: (shown: Shown) => void,
  ended: () => void = () => {},
): () => void {
  const hear = ({ source, data }: MessageEvent) => {
    if (source !== frame.contentWindow || !data?.soapstoneExample) return;
    const value = data.value as { ready?: boolean; shown?: string | Blob; failed?: string; ended?: boolean };
    if (value.ready) frame.contentWindow?.postMessage(program, location.origin);
    if (value.shown instanceof Blob) show({ kind: 'image', blob: value.shown });
    else if (value.shown !== undefined) show({ kind: 'text', text: value.shown });
    if (value.failed) show({ kind: 'failure', text: value.failed.replace(/^Uncaught /, '') });
    if (value.ended) ended();
  };
  addEventListener('message', hear);
  frame.src = `${base}run.html`;
  return () => removeEventListener('message', hear);
}

/**
 * Run code in a hidden frame.
 *
 * @param show called with every value that the code shows
 * @returns a promise that resolves when the code has ended, with or without an error; an error is shown as a failure
 */
export function runExample(code: string, show: (shown: Shown) => void): Promise<void> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Example';
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      close();
      frame.remove();
      resolve();
    };
    const close = openExample(frame, { code }, show, end);
    const timer = setTimeout(end, exampleTimeoutMs);
    document.body.append(frame);
  });
}
