import type { Page } from '@playwright/test';
import { XMLParser } from 'fast-xml-parser';

/** Elements that are always read as arrays. */
const listed = new Set(['MapLayerInfo', 'LayerDescription', 'Field', 'Record', 'Value', 'Int', 'Ring', 'Point']);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  processEntities: true,
  isArray: (name) => listed.has(name),
});

/** An element as read by a parser other than the server's: text, or elements by name with `@type` for xsi:type. */
// biome-ignore lint/suspicious/noExplicitAny: a document whose shape each test states by what it expects
export type Element = any;

export interface SoapAnswer {
  readonly status: number;
  readonly contentType: string;
  /** The content of the body: `<Operation>Response` or `Fault`. */
  readonly body: Element;
  readonly text: string;
}

/** Write the envelope by hand, like another client would. */
export const envelope = (operation: string, inner: string): string =>
  `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="urn:gis:schemas/3.2.0"><s:Body><t:${operation}>${inner}</t:${operation}></s:Body></s:Envelope>`;

/**
 * Send text to an endpoint with `fetch` in the page, as any app of this origin can. `endpoint` is below the app's base.
 */
export async function post(page: Page, endpoint: string, text: string): Promise<SoapAnswer> {
  const answer = await page.evaluate(
    async ([path, body]) => {
      const response = await fetch(new URL(path!, document.baseURI), {
        method: 'POST',
        headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' },
        body: body!,
      });
      return {
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        text: await response.text(),
      };
    },
    [endpoint, text],
  );
  const isXml = answer.contentType.includes('xml');
  return { ...answer, body: isXml ? parser.parse(answer.text).Envelope?.Body : undefined };
}

/** Call an operation and return its `Result`. @throws {Error} with the fault if there is none */
export async function ask(page: Page, service: string, operation: string, inner = ''): Promise<Element> {
  const { body, status, text } = await post(page, `services/${service}/MapServer`, envelope(operation, inner));
  const answer = body?.[`${operation}Response`];
  if (status !== 200 || answer === undefined) throw new Error(`${operation}: status ${status}, ${text.slice(0, 600)}`);
  return answer.Result;
}

/** Return a filter with a where clause; empty for all rows. */
export const where = (clause: string): string =>
  `<QueryFilter xsi:type="t:QueryFilter"><WhereClause>${clause}</WhereClause><Resolution>0</Resolution></QueryFilter>`;

/** Return the rows of a RecordSet as objects by field name; `null` for missing values. */
export function readSoapRows(recordSet: Element): Record<string, Element>[] {
  const names: string[] = recordSet.Fields.FieldArray.Field.map((field: Element) => field.Name);
  return (recordSet.Records?.Record ?? []).map((record: Element) => {
    const values: Element[] = record.Values.Value;
    return Object.fromEntries(names.map((name, index) => [name, plain(values[index])]));
  });
}

function plain(value: Element): Element {
  if (value === undefined || value === '') return value ?? null;
  if (value['@nil'] === 'true') return null;
  return '#text' in value ? value['#text'] : value;
}
