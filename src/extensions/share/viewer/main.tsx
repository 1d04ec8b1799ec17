import { render } from 'preact';
import { unpackShared } from '../../../../sw/extensions/share/shared-map.ts';
import tokens from '../../../style/tokens.css?inline';
import { loadFonts, openMap, serveInWorker } from './core.ts';
import styles from './viewer.css?inline';
import { ViewerApp } from './viewer-app.tsx';
import { useLanguage } from './viewer-text.ts';

/** The page and its worker run the same script. */
if (typeof document === 'undefined') serveInWorker();
else void start((document.currentScript as HTMLScriptElement).src);

/** Show the map that the page has in itself, as base64 of deflated bytes: in an element, or in pieces from scripts beside it. */
async function start(script: string): Promise<void> {
  const style = document.createElement('style');
  style.textContent = tokens + styles;
  document.head.append(style);
  const root = document.getElementById('app')!;
  try {
    const pieces = (window as { mapPieces?: readonly string[] }).mapPieces ?? [
      document.getElementById('map-data')!.textContent!,
    ];
    const packed = new Blob(pieces.map(bytesOf));
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

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
