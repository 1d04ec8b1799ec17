import Papa from 'papaparse';
import { type Diagnostic, diagnostic, readFault } from '../diagnostic.ts';
import { type Reader, stem } from '../source-table.ts';
import { readText } from './read-text.ts';
import { mostNamed, named, type TextRows, tablesOfRows } from './text-rows.ts';

/**
 * Read delimited text with one line of names; its tables are those of `tablesOfRows`.
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
  const tables = tablesOfRows(stem(file.name), { ...rows, notes });
  onProgress?.(1);
  return tables;
};

function parseRows(fileName: string, text: string): TextRows {
  if (text.trim() === '') throw readFault('bad-package', 'emptyCsv', fileName);
  const cells: string[][] = [];
  let header: string[] | undefined;
  const lines: number[] = [];
  let line = 1;
  let delimiter = ',';
  const ragged: Diagnostic[] = [];
  let raggedCount = 0;
  const firstLine = text.slice(0, Math.max(0, text.search(/[\r\n]/)) || undefined);
  Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    // The guess needs a second column to go by.
    ...(/[,;\t|]/.test(firstLine) ? {} : { delimiter: ',' }),
    skipEmptyLines: false,
    step: ({ data, errors, meta }) => {
      delimiter = meta.delimiter;
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
