import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { ScrollRegion } from '../parts/scroll-region.tsx';
import { formatCount } from '../text/format.ts';
import { indentXml } from './indent-xml.ts';
import { explorerText as t } from './text/explorer-text.ts';

/** More lines than this are shown when asked for; the browser takes seconds for a hundred thousand. */
const maxLines = 600;
/** Bytes in base64 say nothing to people beyond their length. */
const longestText = 240;

/** XML, indented and coloured. */
export function XmlView({ xml, name }: { xml: string; name: string }) {
  const lines = useMemo(() => indentXml(xml).split('\n'), [xml]);
  return <MarkupLines lines={lines} name={name} />;
}

/** Lines of XML or HTML, coloured. */
export function MarkupLines({ lines, name }: { lines: readonly string[]; name: string }) {
  return <LineRegion lines={lines} name={name} line={(line) => <Line line={line} />} />;
}

/** Lines of a message in a part that scrolls; of very many the first, until somebody wants them all. */
export function LineRegion(props: {
  lines: readonly string[];
  name: string;
  line: (line: string) => ComponentChildren;
}) {
  const { lines, name, line } = props;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, maxLines);
  return (
    <>
      <ScrollRegion kind="xml-region" name={name}>
        <pre class="xml">
          {shown.map((one, index) => (
            <span key={index}>
              {line(one)}
              {'\n'}
            </span>
          ))}
        </pre>
      </ScrollRegion>
      {shown.length < lines.length && (
        <Button small onClick={() => setWhole(true)}>
          {t.allLines(formatCount(lines.length))}
        </Button>
      )}
    </>
  );
}

function Line({ line }: { line: string }) {
  const pieces = line.match(/<[^>]*>|[^<]+/g) ?? [];
  return (
    <>
      {pieces.map((piece, index) => (
        <Piece key={index} piece={piece} />
      ))}
    </>
  );
}

function Piece({ piece }: { piece: string }): ComponentChildren {
  if (!piece.startsWith('<')) {
    if (piece.length <= longestText) return piece.trim() === '' ? piece : <b>{piece}</b>;
    return (
      <b>
        {piece.slice(0, longestText)}
        <i>{t.shortened(formatCount(piece.length))}</i>
      </b>
    );
  }
  const parts = /^(<[/?]?)([^\s/>?]+)([\s\S]*?)([/?]?>)$/.exec(piece);
  if (!parts) return piece;
  const [, open, element, attributes, close] = parts;
  return (
    <>
      {open}
      <em>{element}</em>
      {attributes!
        .split(/("[^"]*"|'[^']*')/)
        .map((part, index) => (/^["']/.test(part) ? <q key={index}>{part}</q> : part))}
      {close}
    </>
  );
}
