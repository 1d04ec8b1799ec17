import Papa from 'papaparse';
import { type Diagnostic, diagnostic, readFault } from '../diagnostic.ts';
import { type Reader, stem } from '../source-table.ts';
import { readText } from './read-text.ts';
import { mostNamed, named, type TextRows, tableOfRows } from './text-rows.ts';

/**
 * Read delimited text with one line of names; `locateTable` gives its rows their geometry.
 *
 * @throws {Fault} `bad-package` when there is no line of names or no row, or a quote is never closed
 */
export const readCsv: Reader = async (file, onProgress, signal) => {
  const { text, encoding } = await readText(file);
  signal?.throwIfAborted();
  onProgress?.(0.2);
  const rows = parseRows(file.name, text);
  signal?.throwIfAborted();
  onProgress?.(0.6);
  const notes = encoding === 'windows-1252' ? [...rows.notes, diagnostic('windows1252')] : rows.notes;
  const table = tableOfRows(stem(file.name), { ...rows, notes });
  onProgress?.(1);
  return [table];
};

/** Find what separates the cells: with it, most rows have as many as there are names, of which there are several. */
function delimiterOf(text: string): string {
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of [',', ';', '\t', '|']) {
    const [header, ...rows] = Papa.parse<string[]>(text.slice(0, 200_000), {
      delimiter,
      preview: 30,
      skipEmptyLines: 'greedy',
    }).data;
    const count = header?.length ?? 0;
    const regular = rows.filter(({ length }) => length === count).length;
    const score = count < 2 ? 0 : 1 + regular * 1000 + count;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function parseRows(fileName: string, text: string): TextRows {
  if (text.trim() === '') throw readFault('bad-package', 'emptyCsv', fileName);
  const cells: string[][] = [];
  let header: string[] | undefined;
  const lines: number[] = [];
  let line = 1;
  const ragged: Diagnostic[] = [];
  let raggedCount = 0;
  const content = text.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(content);
  Papa.parse<string[]>(content, {
    delimiter,
    skipEmptyLines: false,
    step: ({ data, errors }) => {
      const fault = errors.find((error) => error.type === 'Quotes');
      if (fault) {
        const location = diagnostic('inFile', fileName, diagnostic('line', line));
        throw readFault('bad-package', 'badQuotes', location, fault.code === 'MissingQuotes' ? 1 : 0);
      }
      const here = line;
      line++;
      for (const cell of data) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) line++;
      if (data.length === 1 && data[0]!.trim() === '') return;
      if (!header) {
        header = data.map((name, i) => name.trim() || `column ${i + 1}`);
        for (const _ of header) cells.push([]);
        return;
      }
      if (data.length !== header.length && raggedCount++ < mostNamed)
        ragged.push(diagnostic('cellsExpected', diagnostic('line', here), header.length, data.length));
      for (let i = 0; i < header.length; i++) cells[i]!.push(data[i] ?? '');
      lines.push(here);
    },
  });
  if (!header || lines.length === 0) throw readFault('bad-package', 'noRows', fileName);
  // A cell may hold line breaks, so rows are no lines.
  const locationOf = (row: number) => diagnostic('line', lines[row]!);
  const notes = named(ragged, raggedCount);
  return { header, cells, rowCount: lines.length, locationOf, comma: delimiter !== ',', notes };
}
