import { render } from 'preact';
import { answerShared, type SharedAnswers } from '../../../../sw/extensions/share/answer-shared.ts';
import { type SharedContents, unpackShared } from '../../../../sw/extensions/share/shared-map.ts';
import { yieldNow } from '../../../../sw/scheduler.ts';
import { decodeImage } from '../../../publish/import/raster/image-codec.ts';
import tokens from '../../../style/tokens.css?inline';
import { moving, serveCalls, workerCalls } from '../../../worker-calls.ts';
import styles from './viewer.css?inline';
import { ViewerApp } from './viewer-app.tsx';
import { useLanguage } from './viewer-text.ts';

/** The page and its worker run the same script. */
if (typeof document === 'undefined') serveCalls({ open });
else void start((document.currentScript as HTMLScriptElement).src);

/** Show the map in the page. It is deflated base64, in an element or in pieces from scripts next to the page. */
async function start(script: string): Promise<void> {
  const style = document.createElement('style');
  style.textContent = tokens + styles;
  document.head.append(style);
  const root = document.getElementById('app')!;
  try {
    const pieces = (window as { mapPieces?: readonly string[] }).mapPieces ?? [
      document.getElementById('map-data')!.textContent!,
    ];
    const packed = new Blob(pieces.map(decodeBase64));
    const stream = packed.stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const contents = unpackShared(await new Response(stream).arrayBuffer());
    useLanguage(contents.map.language);
    void loadFonts(contents);
    const answers = await openMap(contents, script);
    render(<ViewerApp map={contents.map} answers={answers} />, root);
  } catch (error) {
    root.textContent = String(error);
  }
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

interface ViewerHandlers extends SharedAnswers {
  open: typeof open;
}

/** Open a map and serve the page's requests. @returns whether this worker can read the map */
async function open(contents: SharedContents): Promise<boolean> {
  const answers = openOnPage(contents);
  const draw: SharedAnswers['draw'] = async (...given) => {
    const drawn = await answers.draw(...given);
    return moving(drawn, drawn.rgba.buffer);
  };
  serveCalls({ ...answers, draw });
  return canRead(contents);
}

/** Check whether files are readable here. They aren't in WebKit, in the worker of a page from a disk. */
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

/**
 * Open the map in a worker of this script. It is opened on the page itself if the browser allows no worker for a local
 * file, or if the worker can't read files.
 */
async function openMap(contents: SharedContents, script: string): Promise<SharedAnswers> {
  const { calls, end } = workerCalls<ViewerHandlers>(
    () => new Worker(script),
    // A failed worker rejects its pending calls. The next worker opens the map for later calls.
    (again) => void again.open(contents).catch(() => {}),
  );
  // Some browsers throw if they refuse a worker.
  if (await calls.open(contents).catch(() => false)) return calls;
  end();
  return openOnPage(contents);
}

function openOnPage(contents: SharedContents): SharedAnswers {
  let fonts: Promise<unknown> | undefined;
  return answerShared(contents, {
    createCanvas: (widthPx, heightPx) => new OffscreenCanvas(widthPx, heightPx),
    decodeImage,
    fontsReady: async () => {
      fonts ??= loadFonts(contents);
      await fonts;
    },
    now: () => Date.now(),
    yieldNow,
  });
}

/** Load the fonts of the map in the page or worker. If one is refused, a system font is used. */
async function loadFonts({ map, files }: SharedContents): Promise<void> {
  const fonts =
    (globalThis as unknown as { fonts?: FontFaceSet }).fonts ??
    (globalThis as unknown as { document: Document }).document.fonts;
  await Promise.allSettled(
    map.fonts.map(async ({ file, weight, unicodeRange }) => {
      const content = await files.get(file)!.arrayBuffer();
      const fontFace = new FontFace('Source Sans 3', content, { weight: String(weight), unicodeRange });
      fonts.add(await fontFace.load());
    }),
  );
}
