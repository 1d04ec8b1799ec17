const maxFiles = 2000;

/**
 * List dropped files, including those in folders and subfolders, without hidden system files. Must be called in the
 * event handler, because the browser clears the data afterwards.
 */
export function listDroppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const plain = [...files];
  if (!entries.some((entry) => entry?.isDirectory)) return Promise.resolve(plain);
  return Promise.all(entries.map((entry, i) => (entry ? filesIn(entry) : plain.slice(i, i + 1)))).then((fileLists) =>
    fileLists.flat().slice(0, maxFiles),
  );
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.name.startsWith('.') || entry.name === '__MACOSX') return [];
  if (entry.isFile) return [await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const allFiles: File[] = [];
  // A reader returns up to a hundred entries per call, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0 || allFiles.length >= maxFiles) return allFiles;
    for (const child of some) for (const file of await filesIn(child)) allFiles.push(file);
  }
}
