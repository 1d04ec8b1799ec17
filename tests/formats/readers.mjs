import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { installPackages, isInstalled } from '../run/debian-packages.mjs';
import { ensureLanguages } from './programs.mjs';

export { isInstalled };

const execute = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const folder = join(root, 'node_modules/.cache/formats');

/** Independent programs that read the app's files, with their Debian packages. */
const programs = {
  pdftoppm: 'poppler-utils',
  pdftotext: 'poppler-utils',
  pdffonts: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  gs: 'ghostscript',
  tiffinfo: 'libtiff-tools',
  tiff2rgba: 'libtiff-tools',
  listgeo: 'geotiff-bin',
  inkscape: 'inkscape',
  file: 'file',
  ogr2ogr: 'gdal-bin',
};

/**
 * Install missing programs if running as root with apt.
 *
 * @returns names of the programs that are still missing
 */
export async function ensureReaders() {
  const missing = () => Object.keys(programs).filter((name) => !isInstalled(name));
  await installPackages([...new Set(missing().map((name) => programs[name]))]);
  return missing();
}

/**
 * Draw an image file with a program, at 96 pixels per inch.
 *
 * @param base64 the file
 * @returns a PNG in base64; 'missing: <program>' if the program isn't installed
 */
export async function drawnBy(program, base64, name) {
  if (!isInstalled(program)) return `missing: ${program}`;
  const file = keep(name, base64);
  const png = `${file}.png`;
  rmSync(png, { force: true });
  if (program === 'pdftoppm') await execute(program, ['-r', '96', '-png', '-singlefile', file, file]);
  else if (program === 'gs')
    await execute(program, [
      ...[
        '-q',
        '-dNOPAUSE',
        '-dBATCH',
        '-dSAFER',
        '-sDEVICE=png16m',
        '-r96',
        '-dTextAlphaBits=4',
        '-dGraphicsAlphaBits=4',
      ],
      ...[`-sOutputFile=${png}`, file],
    ]);
  else if (program === 'inkscape')
    await execute(program, [`--export-filename=${png}`, '--export-dpi=96', '--export-background=white', file], {
      env: { ...process.env, FONTCONFIG_FILE: fontList() },
    });
  else if (program === 'tiff2rgba') {
    await execute(program, ['-c', 'none', file, `${file}.raw`]);
    writeFileSync(png, plainTiffAsPng(readFileSync(`${file}.raw`)));
  } else throw new Error(`No way to draw with ${program}.`);
  return readFileSync(png).toString('base64');
}

/** Return the output of a program for a file; 'missing: <program>' if the program isn't installed. */
export async function printedBy(program, base64, name) {
  if (!isInstalled(program)) return `missing: ${program}`;
  const file = keep(name, base64);
  const { stdout, stderr } = await execute(program, program === 'pdftotext' ? [file, '-'] : [file]);
  return stdout + stderr;
}

function keep(name, base64) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, Buffer.from(base64, 'base64'));
  return file;
}

/**
 * Write a font configuration with the font that a metafile names, so that it needn't be installed. It is plain
 * TrueType, which every program reads.
 * It only has the Latin files, because Inkscape confuses files of one family; other scripts use a system font.
 */
function fontList() {
  const fonts = join(folder, 'fonts');
  rmSync(fonts, { recursive: true, force: true });
  mkdirSync(fonts, { recursive: true });
  const shipped = join(root, 'public/fonts');
  for (const name of readdirSync(shipped).filter((file) => /-latin-\d.*\.woff$/.test(file)))
    writeFileSync(join(fonts, name.replace('.woff', '.ttf')), unpackedFont(readFileSync(join(shipped, name))));
  const path = join(folder, 'fonts.conf');
  writeFileSync(
    path,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>${fonts}</dir><cachedir>${join(folder, 'fontconfig')}</cachedir></fontconfig>`,
  );
  return path;
}

/** Convert a WOFF file to TrueType: write its tables after a TrueType directory. */
function unpackedFont(woff) {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(16 * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * (count - 2 ** power), 10);
  const tables = [];
  let at = head.length;
  for (let i = 0; i < count; i++) {
    const entry = 44 + 20 * i;
    const length = woff.readUInt32BE(entry + 12);
    const packed = woff.subarray(
      woff.readUInt32BE(entry + 4),
      woff.readUInt32BE(entry + 4) + woff.readUInt32BE(entry + 8),
    );
    const table = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packed.length < length ? inflateSync(packed) : packed).copy(table);
    woff.copy(head, 12 + 16 * i, entry, entry + 4);
    woff.copy(head, 16 + 16 * i, entry + 16, entry + 20);
    head.writeUInt32BE(at, 20 + 16 * i);
    head.writeUInt32BE(length, 24 + 16 * i);
    tables.push(table);
    at += table.length;
  }
  return Buffer.concat([head, ...tables]);
}

/** Convert a TIFF to PNG. libtiff has decompressed it, so only the strips need to be joined. */
function plainTiffAsPng(bytes) {
  const isLittle = bytes[0] === 0x49;
  const short = (at) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const directory = long(4);
  const tags = new Map();
  for (let i = 0; i < short(directory); i++) {
    const at = directory + 2 + 12 * i;
    if (![256, 257, 273, 279].includes(short(at))) continue;
    const size = short(at + 2) === 3 ? 2 : 4;
    const count = long(at + 4);
    const values = size * count > 4 ? long(at + 8) : at + 8;
    tags.set(
      short(at),
      Array.from({ length: count }, (_, j) => (size === 2 ? short(values + 2 * j) : long(values + 4 * j))),
    );
  }
  const png = new PNG({ width: tags.get(256)[0], height: tags.get(257)[0] });
  let at = 0;
  for (const [i, offset] of tags.get(273).entries()) at += bytes.copy(png.data, at, offset, offset + tags.get(279)[i]);
  return PNG.sync.write(png);
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const missing = [...(await ensureReaders()), ...(await ensureLanguages())];
  console.log(missing.length === 0 ? 'All programs are there.' : `Missing: ${missing.join(', ')}`);
}
