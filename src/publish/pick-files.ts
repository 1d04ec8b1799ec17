import { attachableTypes, isAttachable } from '../publisher/attached/attachable.ts';

/** Endings of what can be read, and of what lies beside it. */
const endings =
  'geojson,geojsonl,geojsons,ndjson,jsonl,json,topojson,kml,kmz,gpx,gpkg,gpkg-wal,gpkg-shm,csv,tsv,txt,zip,shp,dbf,shx,prj,cpg,tif,tiff,png,jpg,jpeg,tfw,tifw,pgw,pngw,jgw,jpgw,wld'.split(
    ',',
  );
const sidecars = /\.(?:shp\.xml|sbn|sbx|qix|qmd|aux\.xml|ovr)$/i;

/** Let a person choose files, or a folder with all that is in it. Empty when the choice was given up. */
export function pickFiles(what: 'files' | 'folder'): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    if (what === 'folder') input.webkitdirectory = true;
    else input.accept = [...endings, ...Object.keys(attachableTypes)].map((ending) => `.${ending}`).join();
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/** Part files that can be read from those that cannot; alone, a file of an unknown kind is tried all the same. */
export function sortOut(files: readonly File[]): {
  readonly read: readonly File[];
  readonly ignored: readonly string[];
} {
  if (files.length === 1) return { read: files, ignored: [] };
  const isKnown = ({ name }: File) =>
    endings.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) || sidecars.test(name) || isAttachable(name);
  const read = files.filter(isKnown);
  if (read.length === 0) return { read: files, ignored: [] };
  return { read, ignored: files.filter((file) => !read.includes(file)).map(({ name }) => name) };
}
