import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { explorerText as t } from '../../text/explorer-text.ts';
import { formatCount } from '../../text/format.ts';
import { indentXml } from './indent-xml.ts';

/** More lines than this are shown when asked for; the browser takes seconds for a hundred thousand. */
const mostLines = 600;
/** Bytes in base64 say nothing to people beyond their length. */
const longestText = 240;

/** XML, indented and coloured. */
export function XmlView({ xml, name }: { xml: string; name: string }) {
  const [isWhole, setWhole] = useState(false);
  const lines = useMemo(() => indentXml(xml).split('\n'), [xml]);
  const shown = isWhole ? lines : lines.slice(0, mostLines);
  return (
    <>
      <ScrollRegion kind="xml-region" name={name}>
        <pre class="xml">
          {shown.map((line, index) => (
            <Line key={index} line={line} />
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
    <span>
      {pieces.map((piece, index) => (
        <Piece key={index} piece={piece} />
      ))}
      {'\n'}
    </span>
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
