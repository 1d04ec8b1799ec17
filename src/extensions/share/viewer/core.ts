import { answerShared, type SharedAnswers } from '../../../../sw/extensions/share/answer-shared.ts';
import type { SharedContents } from '../../../../sw/extensions/share/shared-map.ts';
import { yieldNow } from '../../../../sw/scheduler.ts';
import { decodePicture } from '../../../publish/import/raster/image-codec.ts';

/** What the page sends to its worker: first the map, then questions. */
type Question =
  | { readonly open: SharedContents }
  | { readonly id: number; readonly name: keyof SharedAnswers; readonly given: readonly unknown[] }
  | { readonly cancel: number };
type Answer = { readonly id: number; readonly value?: unknown; readonly error?: string };

/** The part of `DedicatedWorkerGlobalScope` that is used; the page's own library has no type for it. */
interface WorkerHost {
  /** First whether it can read the map, then answers. */
  postMessage(answer: Answer | boolean): void;
  onmessage: ((event: MessageEvent<Question>) => void) | null;
}

/** Answer the questions of the page in a worker, whose script is the same as that of the page. */
export function serveInWorker(): void {
  const host = globalThis as unknown as WorkerHost;
  const running = new Map<number, AbortController>();
  let answers: SharedAnswers | undefined;
  host.onmessage = async ({ data }) => {
    if ('open' in data) {
      answers = openHere(data.open);
      host.postMessage(await canRead(data.open));
    } else if ('cancel' in data) running.get(data.cancel)?.abort();
    else {
      const mine = new AbortController();
      running.set(data.id, mine);
      try {
        const ask = answers![data.name] as (...given: unknown[]) => Promise<unknown>;
        host.postMessage({ id: data.id, value: await ask(...data.given, mine.signal) });
      } catch (error) {
        host.postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) });
      } finally {
        running.delete(data.id);
      }
    }
  };
}

/** Whether files can be read here: not in WebKit, where this is the worker of a page from a disk. */
async function canRead({ files }: SharedContents): Promise<boolean> {
  const [file = new Blob(['.'])] = files.values();
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** Answer in a worker of this script; on the page itself where the browser gives a file no worker, or one that can read nothing. */
export async function openMap(contents: SharedContents, script: string): Promise<SharedAnswers> {
  const worker = await startWorker(contents, script);
  if (!worker) return openHere(contents);
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  const questionOf = <N extends keyof SharedAnswers>(name: N) =>
    ((...all: unknown[]) => {
      const signal = all.at(-1) instanceof AbortSignal ? (all.at(-1) as AbortSignal) : undefined;
      const given = signal ? all.slice(0, -1) : all;
      const id = ++last;
      return new Promise((resolve, reject) => {
        waiting.set(id, ({ value, error }) => {
          if (signal?.aborted) reject(signal.reason);
          else if (error === undefined) resolve(value);
          else reject(new Error(error));
        });
        signal?.addEventListener('abort', () => worker.postMessage({ cancel: id } satisfies Question));
        worker.postMessage({ id, name, given } satisfies Question);
      });
    }) as SharedAnswers[N];
  return {
    draw: questionOf('draw'),
    legend: questionOf('legend'),
    identify: questionOf('identify'),
    find: questionOf('find'),
    files: questionOf('files'),
  };
}

async function startWorker(contents: SharedContents, script: string): Promise<Worker | undefined> {
  try {
    const worker = new Worker(script);
    const isReady = new Promise<boolean>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data);
      worker.onerror = () => resolve(false);
    });
    worker.postMessage({ open: contents } satisfies Question);
    if (await isReady) return worker;
    worker.terminate();
  } catch {
    // Some browsers refuse it by throwing.
  }
  return undefined;
}

function openHere(contents: SharedContents): SharedAnswers {
  let fonts: Promise<unknown> | undefined;
  return answerShared(contents, {
    createCanvas: (widthPx, heightPx) => new OffscreenCanvas(widthPx, heightPx),
    decodePicture,
    fontsReady: async () => {
      fonts ??= loadFonts(contents);
      await fonts;
    },
    now: () => Date.now(),
    yieldNow,
  });
}

/** Make the fonts of the map known to the page or worker. Where one is refused, the machine's own is used. */
export async function loadFonts({ map, files }: SharedContents): Promise<void> {
  const fonts =
    (globalThis as unknown as { fonts?: FontFaceSet }).fonts ??
    (globalThis as unknown as { document: Document }).document.fonts;
  await Promise.allSettled(
    map.fonts.map(async ({ file, weight, unicodeRange }) => {
      const content = await files.get(file)!.arrayBuffer();
      const face = new FontFace('Source Sans 3', content, { weight: String(weight), unicodeRange });
      fonts.add(await face.load());
    }),
  );
}
