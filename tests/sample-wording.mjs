// Draw a sample of comments, docstrings of exported functions and faults, for a reader who didn't write them:
// `node tests/sample-wording.mjs SEED [comments] [docstrings] [faults]`. The same seed draws the same sample of a commit.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

const [seed = '1', ...sizes] = process.argv.slice(2).map(Number);
const counts = { comments: sizes[0] ?? 120, docstrings: sizes[1] ?? 60, faults: sizes[2] ?? 60 };
const pools = { comments: [], docstrings: [], faults: [] };

const files = execFileSync('git', ['ls-files', 'sw', 'src', 'serve', 'tests'], { encoding: 'utf8' }).split('\n');
for (const path of files.filter((name) => /\.tsx?$/.test(name))) {
  const text = readFileSync(path, 'utf8');
  const lineAt = (offset) => text.slice(0, offset).split('\n').length;
  const after = (offset) => text.slice(offset).trimStart().split('\n').slice(0, 2).join('\n');
  for (const { type, value, start, end } of parseSync(path, text).comments) {
    if (/^\s*(biome-ignore|@ts-)/.test(value)) continue;
    const isDocstring = type === 'Block' && value.startsWith('*');
    const isExportedFunction = /^export (async )?(function|const \w+[^=]*= (async )?\()/.test(after(end));
    const entry = `${path}:${lineAt(start)}\n${text.slice(start, end)}\n    ${after(end)}`;
    pools[isDocstring && isExportedFunction ? 'docstrings' : 'comments'].push(entry);
  }
  if (path.startsWith('tests/')) continue;
  for (const match of text.matchAll(/\b(wrongValue|badValue|unsupported|duplicate|new Fault)\([^;]*;/g))
    pools.faults.push(`${path}:${lineAt(match.index)}\n    ${match[0].slice(0, 600)}`);
}

/** Marsaglia's xorshift: the same numbers on every machine. */
let state = (seed * 2654435761) >>> 0 || 1;
const random = () => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
};

for (const [kind, pool] of Object.entries(pools)) {
  const count = Math.min(counts[kind], pool.length);
  console.log(`\n# ${count} of ${pool.length} ${kind}, seed ${seed}\n`);
  for (let i = 0; i < count; i++) {
    const [entry] = pool.splice(Math.floor(random() * pool.length), 1);
    console.log(`${i + 1}. ${entry}\n`);
  }
}
