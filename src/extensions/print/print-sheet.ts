/**
 * Print an image that fills a sheet through the browser's dialog: one page of this size, and nothing of the app. Ends when the
 * dialog is closed.
 *
 * @throws {DOMException} when the image cannot be read
 */
export async function printSheet(file: Blob, widthMm: number, heightMm: number): Promise<void> {
  const sheet = document.createElement('div');
  const image = new Image();
  const rules = new CSSStyleSheet();
  rules.replaceSync(
    `@page { size: ${widthMm}mm ${heightMm}mm; margin: 0 }
    @media print {
      :root, body { width: auto; height: auto; margin: 0; overflow: visible; background: #fff }
      body > :not(.print-sheet) { display: none }
      .print-sheet { display: block; width: ${widthMm}mm; height: ${heightMm}mm; overflow: hidden }
      .print-sheet img { display: block; width: 100%; height: 100% }
    }`,
  );
  sheet.className = 'print-sheet';
  sheet.hidden = true;
  image.alt = '';
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    sheet.append(image);
    document.body.append(sheet);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
    const closed = new Promise((resolve) => addEventListener('afterprint', resolve, { once: true }));
    print();
    await closed;
  } finally {
    sheet.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rules);
    URL.revokeObjectURL(image.src);
  }
}
