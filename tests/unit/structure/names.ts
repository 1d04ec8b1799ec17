import type { SourceFile } from './source-file.ts';

/** Invented words that `docs/glossary.md` replaces by a term of the field. */
const invented = new Set(
  'asked heir held kept least looks place remark remarks stands told usual visit wanted whoever words'.split(' '),
);

/** Names in which these words have their usual meaning. */
const plain = /(reserved|sql) words|first visit/;

/** List the names of files, variables, members and types that contain an invented word. */
export function findInventedNames(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, identifiers }) => [
    ...listInvented(path.slice(path.lastIndexOf('/') + 1)).map((word) => `${path}: "${word}" in its name`),
    ...[...identifiers].flatMap((name) => listInvented(name).map((word) => `${path}: "${word}" in ${name}`)),
  ]);
}

const listInvented = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(plain, '')
    .split(' ')
    .filter((word) => invented.has(word));
