import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { LineRegion } from '../xml-view.tsx';

/** JSON, indented and coloured. */
export function JsonView({ text, name }: { text: string; name: string }) {
  const lines = useMemo(() => linesOf(text), [text]);
  return <LineRegion lines={lines} name={name} line={(line) => <Pieces line={line} />} />;
}

function linesOf(text: string): string[] {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).split('\n');
  } catch {
    return text.split('\n');
  }
}

/** One line of indented JSON: perhaps a name, then a value or bracket. */
function Pieces({ line }: { line: string }): ComponentChildren {
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
