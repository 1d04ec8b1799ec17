import { expect, test } from 'vitest';
import { de as readingDe } from '../../../src/publish/import/text/reading-de.ts';
import { diagnostic, diagnosticText, readFault } from '../../../sw/formats/reading/diagnostic.ts';
import { ReadFault } from '../../../sw/formats/reading/read-fault.ts';
import { readingEn } from '../../../sw/formats/reading/reading-en.ts';

test('a diagnostic is written in the requested language, with the nested path', () => {
  const location = diagnostic('inFile', 'orte.csv', diagnostic('line', 4));
  const reported = diagnostic('coordinateExpected', location, 'north');
  expect(diagnosticText(reported)).toBe(
    'orte.csv, line 4: expected a number or degrees, minutes and seconds, found "north".',
  );
  expect(diagnosticText(reported, readingDe)).toBe(
    'orte.csv, Zeile 4: Zahl oder Grad, Minuten und Sekunden als Koordinate erwartet, „north“ gefunden.',
  );
  expect(diagnosticText(structuredClone(reported), readingDe)).toBe(diagnosticText(reported, readingDe));
});

test('a fault of a reader is English for programs and has its diagnostic for people', () => {
  const fault = readFault('bad-package', 'noZip', 'a.zip');
  expect(fault).toBeInstanceOf(ReadFault);
  expect(fault).toMatchObject({ code: 'bad-package', message: 'a.zip is not a zip file.' });
  expect(diagnosticText(fault.diagnostic, readingDe)).toBe('a.zip ist keine ZIP-Datei.');
});

/** Values that select between singular and plural and don't appear in the sentence. */
const choosing = new Set(['badQuotes']);

test.each(Object.keys(readingEn) as (keyof typeof readingEn)[])('%s speaks of the same in both languages', (key) => {
  const values = Array.from({ length: readingEn[key].length }, (_, i) => 7001 + i);
  for (const text of [readingEn, readingDe]) {
    const message = diagnosticText({ key, values }, text);
    const missing = values.filter((value) => !message.includes(String(value)));
    expect(missing, message).toEqual(choosing.has(key) ? [7002] : []);
  }
});
