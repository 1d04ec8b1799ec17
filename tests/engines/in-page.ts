/** Functions that are sent to the page as text, so they may use nothing outside except `importModule`. */

// biome-ignore lint/suspicious/noExplicitAny: a module of the built app
declare const importModule: (address: string) => Promise<any>;

/** Wait for a drawn map and return the page's description of it. */
export async function mapStatus(): Promise<string> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const messages = [...document.querySelectorAll('[role=status]')].map((status) => status.textContent ?? '');
    const drawn = messages.find((text) => text.startsWith('Map drawn: '));
    if (drawn) return drawn;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`No map was drawn. The page says: ${document.body.textContent.slice(0, 600)}`);
}

export async function catalogueNames(): Promise<string[]> {
  const response = await fetch(new URL('services?f=json', document.baseURI));
  const { services } = (await response.json()) as { services: { name: string }[] };
  return services.map(({ name }) => name).sort();
}

/** Export an image of a service, and return its first bytes, one character each, and its number of colors. */
export async function image(format: string, service = 'World'): Promise<{ head: string; colours: number }> {
  const content = `<MapDescription xsi:type="t:MapDescription"><Name>${service}</Name><MapArea xsi:type="t:MapExtent"><Extent
    xsi:type="t:EnvelopeN"><XMin>-12</XMin><YMin>35</YMin><XMax>32</XMax><YMax>62</YMax></Extent></MapArea><Rotation>0</Rotation></MapDescription>
    <ImageDescription xsi:type="t:ImageDescription"><ImageType xsi:type="t:ImageType"><ImageFormat>${format}</ImageFormat>
    <ImageReturnType>gisImageReturnMimeData</ImageReturnType></ImageType><ImageDisplay xsi:type="t:ImageDisplay">
    <ImageHeight>300</ImageHeight><ImageWidth>400</ImageWidth><ImageDPI>96</ImageDPI></ImageDisplay></ImageDescription>`;
  const response = await fetch(new URL(`services/${service}/MapServer`, document.baseURI), {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' },
    body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:gis:schemas/3.2.0"
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body><t:ExportMapImage>${content}</t:ExportMapImage></s:Body></s:Envelope>`,
  });
  const text = await response.text();
  const data = new DOMParser().parseFromString(text, 'text/xml').querySelector('ImageData')?.textContent;
  if (!data) throw new Error(text.slice(300, 900));
  const characters = atob(data);
  let colors = 0;
  if (/PNG|JPG/.test(format)) {
    const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    pen.drawImage(bitmap, 0, 0);
    const pixels = pen.getImageData(0, 0, bitmap.width, bitmap.height).data;
    colors = new Set(new Uint32Array(pixels.buffer)).size;
  }
  return { head: characters.slice(0, 8), colours: colors };
}

/** Draw maps of the demo service with REST. @returns the bytes of each in base64, by name */
export async function drawMaps(
  maps: Readonly<
    Record<string, { dynamicLayers: readonly { geometry: string; symbol: object; transparency?: number }[] }>
  >,
): Promise<Record<string, string>> {
  const service = new URL('rest/services/World/MapServer/', document.baseURI);
  const { layers } = (await (await fetch(new URL('layers?f=json', service))).json()) as {
    layers: { id: number; geometryType?: string }[];
  };
  const drawn: Record<string, string> = {};
  for (const [name, { dynamicLayers, ...parameters }] of Object.entries(maps)) {
    const described = dynamicLayers.map(({ geometry, symbol, transparency = 0 }, i) => ({
      id: 100 + i,
      source: { type: 'mapLayer', mapLayerId: layers.find(({ geometryType }) => geometryType === geometry)?.id },
      drawingInfo: { renderer: { type: 'simple', symbol }, showLabels: false, transparency },
    }));
    const query = new URLSearchParams({ dynamicLayers: JSON.stringify(described) });
    for (const [key, value] of Object.entries(parameters)) query.set(key, String(value));
    const answer = await fetch(new URL(`export?${query}`, service));
    if (answer.headers.get('content-type') !== 'image/png') throw new Error(`${name}: ${await answer.text()}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    drawn[name] = btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
  }
  return drawn;
}

/**
 * Drop a file on the page like from the desktop, press "Publish" when the page shows its content, and wait for the
 * service with its name.
 */
export async function publishFile(fileName: string, content: string): Promise<void> {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([content], fileName));
  for (const kind of ['dragenter', 'dragover', 'drop'])
    document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
  let isPressed = false;
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('#main button:enabled')];
    const publish = buttons.find((button) => button.textContent?.trim() === 'Publish');
    if (publish && !isPressed) {
      isPressed = true;
      publish.click();
    }
    const { services } = await (await fetch(new URL('services?f=json', document.baseURI))).json();
    if (services.some(({ name }: { name: string }) => `${name}.csv` === fileName)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`No service came of it. The page says: ${document.body.textContent?.slice(0, 600)}`);
}

/** Return name and flow of the rows of the dropped file that pass a condition. */
export async function rows(service: string, condition: string): Promise<string[][]> {
  const { connect } = await importModule(new URL('client.js', document.baseURI).href);
  const client = await connect({ base: document.baseURI, service });
  const { Result } = await client.QueryFeatureData({
    MapName: service,
    LayerID: 0,
    QueryFilter: { type: 'QueryFilter', SubFields: 'name,flow', WhereClause: condition, Resolution: 0 },
  });
  const names: string[] = Result.Fields.FieldArray.map(({ Name }: { Name: string }) => Name);
  const actual: { Values: unknown[] }[] = Result.Records ?? [];
  return actual.map(({ Values }) => ['name', 'flow'].map((name) => String(Values[names.indexOf(name)])));
}

/** Sign in, upload bytes to the portal in a multipart body, and read them back. */
export async function resourceRoundTrip(bytes: readonly number[]): Promise<number[]> {
  const requestPath = (path: string) => new URL(path, document.baseURI);
  const answer = await (await fetch(requestPath('session'), { method: 'POST' })).json();
  if (!answer.sessions?.length) throw new Error(JSON.stringify(answer));
  const [{ portalId, token }] = answer.sessions;
  const form = new FormData();
  const values = { f: 'json', token, key: 'bytes.bin' };
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  form.set('file', new File([Uint8Array.from(bytes)], 'bytes.bin', { type: 'application/octet-stream' }));
  const added = await (
    await fetch(requestPath(`portals/${portalId}/addResource`), { method: 'POST', body: form })
  ).json();
  if (!added.success) throw new Error(JSON.stringify(added));
  const read = await fetch(requestPath(`portals/${portalId}/resources/bytes.bin?token=${token}`));
  return [...new Uint8Array(await read.arrayBuffer())];
}

/** Wait until the worker has cached all of the app. */
export async function keepRest(): Promise<void> {
  const isWhole = await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    navigator.serviceWorker.controller!.postMessage({ type: 'keep-rest' }, [port2]);
  });
  if (isWhole !== true) throw new Error('the worker could not keep all of the app');
}

/**
 * Open the print layout with Ctrl+P and create every format. @returns the first bytes of the files, and the size of the
 * printed sheet
 */
export async function printLayout(): Promise<{ pdf: string; png: string; sheet: number[]; paper: number }> {
  const until = async <T>(read: () => T | undefined | null | false): Promise<T> => {
    for (const end = Date.now() + 40_000; Date.now() < end; ) {
      const actual = read();
      if (actual) return actual;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`Not there in time: ${read}. The page says: ${document.body.textContent?.slice(-600)}`);
  };
  const files: Blob[] = [];
  const createUrl = URL.createObjectURL;
  URL.createObjectURL = (file: Blob) => {
    files.push(file);
    return createUrl.call(URL, file);
  };
  // The browser's dialog would wait for the user.
  const sheets: number[][] = [];
  window.print = () => {
    const image = document.querySelector<HTMLImageElement>('.print-sheet img')!;
    sheets.push([image.naturalWidth, image.naturalHeight]);
    dispatchEvent(new Event('afterprint'));
  };
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'p', ctrlKey: true, bubbles: true, cancelable: true }),
  );
  await until(() => document.querySelector('.print-paper img'));
  const beginning = async (named: string, type: string) => {
    const button = await until(() =>
      [...document.querySelectorAll<HTMLButtonElement>('dialog button:enabled')].find(
        (element) => element.textContent?.trim() === named,
      ),
    );
    files.length = 0;
    button.click();
    const file = await until(() => files.find((candidate) => candidate.type.startsWith(type)));
    return new TextDecoder('latin1').decode(new Uint8Array(await file.arrayBuffer()).subarray(0, 8));
  };
  const pdf = await beginning('Save as PDF', 'application/pdf');
  const png = await beginning('Save as PNG', 'image/png');
  const svg = await beginning('Print', 'image/svg');
  const sheet = await until(() => sheets[0]);
  URL.createObjectURL = createUrl;
  await until(() => document.querySelector<HTMLButtonElement>('dialog [aria-label="Close"]')).then((response) =>
    response.click(),
  );
  // The browser's print menu requests the sheet with this event.
  await until(() => !document.querySelector('dialog'));
  dispatchEvent(new Event('beforeprint'));
  const canvas = document.querySelector<HTMLCanvasElement>('.paper canvas')!;
  const pixels = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data;
  const paper = new Set(new Uint32Array(pixels.buffer)).size;
  dispatchEvent(new Event('afterprint'));
  return { pdf, png: png.slice(1, 4), sheet: svg.startsWith('<') ? sheet : [], paper };
}

/**
 * Paste an address on the page that publishes, choose not to copy its file, and confirm everything until the service
 * with that name exists.
 *
 * @param messages labels of the page, in the order they are pressed
 */
export async function publishThere(
  address: string,
  service: string,
  messages: Readonly<Record<'go' | 'stay' | 'allow' | 'read' | 'publish', string>>,
): Promise<void> {
  const until = async <T>(
    read: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  ): Promise<T> => {
    for (const end = Date.now() + 30_000; Date.now() < end; ) {
      const actual = await read();
      if (actual) return actual;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`Not there in time: ${read}. The page says: ${document.body.textContent?.slice(0, 900)}`);
  };
  const press = async (selector: string, named: string) => {
    const all = () => [...document.querySelectorAll<HTMLElement>(selector)];
    (await until(() => all().find((button) => button.textContent?.trim() === named))).click();
  };
  await press('nav a', messages.go);
  // The clipboard's content. Not every browser accepts it in an event made by a script.
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', address);
  await until(() => {
    const paste = new Event('paste', { bubbles: true, cancelable: true });
    document.body.dispatchEvent(Object.defineProperty(paste, 'clipboardData', { value: clipboardData }));
    return document.querySelector<HTMLTextAreaElement>('main textarea')?.value === address;
  });
  await press('main button:enabled', messages.stay);
  await press('.remote label', messages.allow);
  await press('.remote button:enabled', messages.read);
  await press('.remote button:enabled', messages.publish);
  await until(async () => {
    const { services } = await (await fetch(new URL('services?f=json', document.baseURI))).json();
    return services.some(({ name }: { name: string }) => name === service);
  });
  await until(() => document.querySelector('[role=application]')?.getAttribute('aria-label')?.includes(service));
}

/** Return the values of a field of the features at a position. */
export async function identifyInPage(service: string, [x, y]: readonly number[], field: string): Promise<string[]> {
  const query = `geometry=${x},${y}&geometryType=esriGeometryPoint&sr=4326&layers=all&tolerance=3&mapExtent=4,44,10,49&imageDisplay=800,600,96`;
  const answer = await fetch(
    new URL(`rest/services/${service}/MapServer/identify?f=json&returnGeometry=false&${query}`, document.baseURI),
  );
  const { results } = (await answer.json()) as { results: { attributes: Record<string, string> }[] };
  return results.map(({ attributes }) => attributes[field]!);
}
