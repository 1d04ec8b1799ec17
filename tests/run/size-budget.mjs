import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const budgetKb = { 'worker script': 222, 'parts of the worker': 288, 'first load of the page': 148 };
/** Uncompressed, because mail doesn't compress files. */
const maximumPageKb = 299;

/**
 * Check the built app against its budget, in kB of 1000 bytes after gzip:
 * - the worker script, which runs at every start
 * - all chunks of the worker together, which are fetched at installation and run when first needed
 * - the first load of the page: index.html with its scripts and styles, and their imports
 * - OpenLayers, which must be in a chunk that is loaded later
 * - the page that shared maps are embedded in
 */
export function sizeChecks(folder) {
  const first = firstLoad(folder);
  const parts = scriptsOf(folder, 'worker');
  const sizes = {
    'worker script': gzipKb(folder, ['sw.js']),
    'parts of the worker': gzipKb(folder, parts),
    'first load of the page': gzipKb(folder, first),
  };
  const failures = [];
  const notes = [];
  for (const [name, sizeKb] of Object.entries(sizes)) {
    const said = `${name}: ${sizeKb.toFixed(1)} kB gzip of ${budgetKb[name]} kB`;
    notes.push(said);
    if (sizeKb >= budgetKb[name]) failures.push({ name: `size of the ${name}`, message: said });
  }
  const each = parts.map((file) => `${file.replace(/^worker\/|-\w+\.js$/g, '')} ${gzipKb(folder, [file]).toFixed(1)}`);
  notes.push(`parts of the worker, kB gzip each: ${each.join(', ')}`);
  const withMap = scriptsOf(folder, 'assets').filter((file) => holdsOpenLayers(folder, file));
  const bytesOf = (file) => statSync(join(folder, file)).size;
  const fontBytes = [400, 700].map((weight) => bytesOf(`fonts/source-sans-3-latin-${weight}-normal.woff2`));
  const pageKb = (bytesOf('share/page.html') + (4 / 3) * (fontBytes[0] + fontBytes[1])) / 1000;
  const page = `page of a shared map with its fonts, without the map: ${pageKb.toFixed(1)} kB of ${maximumPageKb} kB, as it is mailed`;
  notes.push(page);
  if (pageKb >= maximumPageKb) failures.push({ name: 'size of the page of a shared map', message: page });
  const early = withMap.filter((file) => first.includes(file));
  if (early.length > 0 || withMap.length === 0) {
    const message = `expected in a lazy chunk, found in ${early.length > 0 ? `${early.join(', ')} of the first load` : 'none'}`;
    failures.push({ name: 'OpenLayers is loaded later', message });
  } else notes.push(`OpenLayers: ${gzipKb(folder, withMap).toFixed(1)} kB gzip in ${withMap.join(', ')}, loaded later`);
  return { passed: 5 - failures.length, failures, notes };
}

function firstLoad(folder) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path,
  );
  const found = new Set();
  const wanted = named.map((path) => path.replace(/^.*?(?=assets\/|[^/]+$)/, ''));
  if (wanted.length === 0) throw new Error('index.html names no script');
  for (const file of wanted) {
    if (found.has(file)) continue;
    found.add(file);
    if (file.endsWith('.js')) wanted.push(...importsOf(folder, file));
  }
  return ['index.html', ...found];
}

/** Return the files in the same folder that a script imports statically. */
function importsOf(folder, file) {
  const code = readFileSync(join(folder, file), 'utf8');
  const imports = code.matchAll(
    /(?:^|[;\n}])\s*(?:import|export)\s*(?:[\w$*{][^;'"`]*?from\s*)?["']\.\/([^"']+\.js)["']/g,
  );
  return [...imports].map(([, name]) => `assets/${name}`);
}

function scriptsOf(folder, below) {
  if (!existsSync(join(folder, below))) return [];
  return readdirSync(join(folder, below))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${below}/${name}`);
}

/**
 * Check in the source map whether OpenLayers is in a chunk. Chunks of the publisher's worker have no map, and aren't
 * part of the page.
 */
function holdsOpenLayers(folder, file) {
  const map = join(folder, `${file}.map`);
  if (!existsSync(map)) return false;
  return JSON.parse(readFileSync(map, 'utf8')).sources.some((source) => source.includes('node_modules/ol/'));
}

function gzipKb(folder, files) {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0) / 1000;
}
