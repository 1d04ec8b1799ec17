import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { crc32 } from '../../../sw/formats/zip/crc32.ts';
import { openStoredZip, writeStoredZip, type ZipEntry } from '../../../sw/formats/zip/stored-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'zip-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A Blob that may contain runs of zeros, given by length, which take no memory until they are read. */
class HollowBlob {
  readonly size: number;
  readonly #parts: readonly (Uint8Array | number)[];

  constructor(parts: readonly (HollowBlob | ArrayBuffer | Uint8Array | number)[]) {
    this.#parts = parts.flatMap((part) =>
      part instanceof HollowBlob ? part.#parts : part instanceof ArrayBuffer ? [new Uint8Array(part)] : [part],
    );
    this.size = this.#parts.reduce<number>((sum, part) => sum + computeLength(part), 0);
  }

  slice(start: number, end: number): HollowBlob {
    let offset = 0;
    const slices = this.#parts.flatMap((part) => {
      const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, computeLength(part))];
      offset += computeLength(part);
      if (from >= to) return [];
      return [typeof part === 'number' ? to - from : part.subarray(from, to)];
    });
    return new HollowBlob(slices);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const whole = new Uint8Array(this.size);
    let offset = 0;
    for (const part of this.#parts) {
      if (typeof part !== 'number') whole.set(part, offset);
      offset += computeLength(part);
    }
    return whole.buffer;
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }
}

const computeLength = (part: Uint8Array | number): number => (typeof part === 'number' ? part : part.length);

const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Evaluate a Python expression on a file opened by zipfile; returns the JSON. */
function askPython(file: string, expression: string): unknown {
  const program = `import json, sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nprint(json.dumps(${expression}))`;
  return JSON.parse(execFileSync('python3', ['-c', program, file], { encoding: 'utf8' }));
}

function entry(name: string, text: string): ZipEntry {
  const bytes = new TextEncoder().encode(text);
  return { name, content: new Blob([bytes]), crc32: crc32(bytes) };
}

test.runIf(hasPython)(
  'Python reads a zip of more files than the plain format counts, and so do we',
  async () => {
    const same = entry('', 'tile');
    const zip = writeStoredZip(Array.from({ length: 66_000 }, (_, i) => ({ ...same, name: `tiles/${i}` })));
    const file = join(folder, 'many.zip');
    const bytes = await zip.bytes();
    writeFileSync(file, bytes);

    const output = askPython(file, "[len(z.namelist()), z.testzip(), z.read('tiles/65999').decode()]");
    expect(output).toEqual([66_000, null, 'tile']);

    // Use one piece, because Node scans all parts of a Blob for each slice.
    const files = await openStoredZip(new Blob([bytes]));
    expect(files.size).toBe(66_000);
    expect(await files.get('tiles/65999')?.text()).toBe('tile');
  },
  120_000,
);

test.runIf(hasPython)('Python reads a zip above 4 GiB, and so do we', async () => {
  // Node's Blobs end at 4 GiB; these contain zeros that aren't stored, and the file is sparse.
  vi.stubGlobal('Blob', HollowBlob);
  const large = new HollowBlob([2 ** 32 + 5]) as unknown as Blob;
  const zip = writeStoredZip([
    entry('first', 'one'),
    { name: 'large', content: large, crc32: 0 },
    entry('last', 'two'),
  ]);
  const file = join(folder, 'large.zip');
  const out = openSync(file, 'w');
  for (const start of [0, zip.size - 4096])
    writeSync(out, new Uint8Array(await zip.slice(start, start + 4096).arrayBuffer()), 0, 4096, start);

  const output = askPython(
    file,
    "[[i.file_size for i in z.infolist()], z.read('first').decode(), z.read('last').decode()]",
  );
  expect(output).toEqual([[3, large.size, 3], 'one', 'two']);
  expect(askPython(file, "len(z.open('large').read(10))")).toBe(10);

  const files = await openStoredZip(zip);
  expect(files.get('large')?.size).toBe(large.size);
  expect(await files.get('last')?.text()).toBe('two');
});

test.runIf(hasPython)('the checksum is that of Python, at once and in pieces', () => {
  const bytes = Uint8Array.from({ length: 200 }, (_, i) => (i * i * 37) >>> 3);
  const file = join(folder, 'bytes');
  writeFileSync(file, bytes);
  const program =
    'import sys, zlib; b = open(sys.argv[1], "rb").read(); print([zlib.crc32(b[:n]) for n in range(200)])';
  const output = JSON.parse(execFileSync('python3', ['-c', program, file], { encoding: 'utf8' })) as number[];
  expect(output.map((_, length) => crc32(bytes.subarray(0, length)))).toEqual(output);
  expect(crc32(bytes.subarray(13, 199), crc32(bytes.subarray(0, 13)))).toBe(output[199]);
});

test('a zip whose large numbers point nowhere is refused', async () => {
  const same = entry('', '');
  const zip = await writeStoredZip(Array.from({ length: 66_000 }, (_, i) => ({ ...same, name: `${i}` }))).bytes();
  // The offset of the ZIP64 end record, and the directory's offset in it.
  for (const back of [22 + 20 - 8, 22 + 20 + 8]) {
    const damaged = zip.slice();
    damaged.fill(0xff, damaged.length - back, damaged.length - back + 8);
    await expect(openStoredZip(new Blob([damaged]))).rejects.toMatchObject({ code: 'bad-package' });
  }
});
