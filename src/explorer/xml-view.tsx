import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { ScrollRegion } from '../parts/scroll-region.tsx';
import { formatCount } from '../text/format.ts';
import { indentXml } from './indent-xml.ts';
import { explorerText as t } from './text/explorer-text.ts';

/** Maximum number of lines shown at first; a hundred thousand lines would take seconds. */
const maxLines = 600;
/** Maximum length of base64 text; longer text is replaced by its length. */
const maxTextLength = 240;

export function XmlView({ xml, name }: { xml: string; name: string }) {
  const lines = useMemo(() => indentXml(xml).split('\n'), [xml]);
  return <MarkupLines lines={lines} name={name} />;
}

export function MarkupLines({ lines, name }: { lines: readonly string[]; name: string }) {
  return <LineRegion lines={lines} name={name} line={(line) => <Line line={line} />} />;
}

/** The lines of a message in a scroll region; at first only the first lines of a long message. */
function LineRegion(props: { lines: readonly string[]; name: string; line: (line: string) => ComponentChildren }) {
  const { lines, name, line } = props;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, maxLines);
  return (
    <>
      <ScrollRegion kind="xml-region" name={name}>
        <pre class="xml">
          {shown.map((child, index) => (
            <span key={index}>
              {line(child)}
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
  const pieces = line.match(/<[^>]*(?:>|$)|[^<]+/g) ?? [];
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
    if (piece.length <= maxTextLength) return piece.trim() === '' ? piece : <b>{piece}</b>;
    return (
      <b>
        {piece.slice(0, maxTextLength)}
        <i>{t.shortened(formatCount(piece.length))}</i>
      </b>
    );
  }
  const parts = /^(<[/?]?)([^\s/>?]+)(?=[\s/>?])([\s\S]*?)([/?]?>)$/.exec(piece);
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

/** Indented JSON with syntax colors. */
export function JsonView({ text, name }: { text: string; name: string }) {
  const lines = useMemo(() => jsonLines(text), [text]);
  return <LineRegion lines={lines} name={name} line={(line) => <JsonPieces line={line} />} />;
}

function jsonLines(text: string): string[] {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).split('\n');
  } catch {
    return text.split('\n');
  }
}

/** One line of indented JSON: an optional name, then a value or bracket. */
function JsonPieces({ line }: { line: string }): ComponentChildren {
  const [, indent, name, colon, rest] = /^(\s*)(?:("(?:[^"\\]|\\.)*")(: ))?(.*)$/.exec(line) ?? [];
  const [, value, end] = /^(.*?)(,?)$/.exec(rest ?? '') ?? [];
  return (
    <>
      {indent}
      {name && <em>{name}</em>}
      {colon}
      {value?.startsWith('"') ? <q>{value}</q> : /^[[\]{}]*$/.test(value ?? '') ? value : <b>{value}</b>}
      {end}
    </>
  );
}
