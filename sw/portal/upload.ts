import { safeUploadType } from '../body.ts';
import { wrongValue } from '../contract/index.ts';

interface Upload {
  readonly blob: Blob;
  readonly fileName: string;
  readonly type: string;
}

/**
 * Return the bytes that a request sends as `file` or `text`; undefined if it sends neither.
 *
 * @throws {Fault} `bad-value` for both
 */
export function readUpload(values: { readonly file?: File; readonly text?: string }): Upload | undefined {
  const { file, text } = values;
  if (file && text !== undefined) throw wrongValue('bad-value', 'Body', "'file' or 'text'", 'both');
  if (file) {
    const type = file.type || 'application/octet-stream';
    // Drop the name and date of the file, which aren't part of its bytes.
    return { blob: file.slice(0, file.size, type), fileName: file.name, type };
  }
  if (text === undefined) return undefined;
  const type = isJson(text) ? 'application/json' : 'text/plain';
  return { blob: new Blob([text], { type }), fileName: '', type };
}

function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Return the response with uploaded bytes.
 *
 * The bytes have the origin of the app, so nothing in them may run. Images and text are shown in a sandbox, other types
 * are downloaded.
 */
export function fileResponse(blob: Blob, type: string, fileName: string): Response {
  const isShown = /^(image\/(png|jpeg|gif|webp)|text\/plain|application\/json)\b/i.test(type);
  const name = encodeURIComponent(fileName.split('/').at(-1) || 'data').replaceAll("'", '%27');
  return new Response(blob, {
    headers: {
      'content-type': safeUploadType(type),
      'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    },
  });
}
