import { expect } from 'vitest';
import type { Json } from './ask-rest.ts';

/** A request that a client sends, and the parts of the answer that the client needs. */
export interface ClientRequest {
  readonly client: string;
  /** `GET path?query`, or `POST path` followed by a space and the form; paths are below `rest/services/Sample/`. */
  readonly sent: string;
  readonly needs: (answer: ClientAnswer) => void;
}

interface ClientAnswer {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** undefined if the answer isn't JSON. */
  readonly json: Json;
}

export const image = ({ type, bytes }: ClientAnswer) => {
  expect(type).toBe('image/png');
  expect([...bytes.subarray(1, 4)]).toEqual([80, 78, 71]);
};
/** Check the answer to a query: the fields come before the rows, because GDAL recognizes the format by its start. */
export const rows =
  (ids: readonly number[], members: object = {}) =>
  ({ json, bytes }: ClientAnswer) => {
    const idField = json.objectIdFieldName ?? 'OBJECTID';
    expect(json.features.map(({ attributes }: Json) => attributes[idField])).toEqual(ids);
    expect(json.fields.map(({ name }: Json) => name)).toEqual(Object.keys(json.features[0]?.attributes ?? {}));
    expect(new TextDecoder().decode(bytes.subarray(0, 1000))).toContain('"esriFieldType');
    expect(json).toMatchObject(members);
  };
export const members =
  (expected: object) =>
  ({ json }: ClientAnswer) =>
    expect(json).toMatchObject(expected);
export const error =
  (code: number) =>
  ({ json, bytes }: ClientAnswer) => {
    expect(json).toMatchObject({ error: { code, message: expect.any(String), details: expect.any(Array) } });
    expect(bytes.length).toBeLessThan(750);
  };
export const extent = { xmin: expect.any(Number), ymax: expect.any(Number), spatialReference: { wkid: 4326 } };

export const query = (parameters: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  ).toString();
const world = { xmin: -180, ymin: -90, xmax: 180, ymax: 90 };
export const tile = { ...world, spatialReference: { latestWkid: 4326, wkid: 4326 } };
