/** Let a person choose files. Empty when the choice was given up. */
export function pickFiles(): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.accept =
      '.geojson,.json,.csv,.tsv,.txt,.zip,.shp,.dbf,.shx,.prj,.cpg,.tif,.tiff,.png,.jpg,.jpeg,.tfw,.pgw,.jgw,.wld';
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
