import { Fault } from '../contract/index.ts';

interface Upload {
  readonly blob: Blob;
  readonly fileName: string;
  readonly type: string;
}

/** The bytes a request brings as `file` or `text`; undefined when neither. @throws {Fault} `bad-value` for both */
export function uploadOf(values: { readonly file?: File; readonly text?: string }): Upload | undefined {
  const { file, text } = values;
  if (file && text !== undefined) throw new Fault('bad-value', "'file' or 'text' expected, both found.");
  if (file) {
    const type = file.type || 'application/octet-stream';
    // The name and date of a file are not part of the bytes.
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
