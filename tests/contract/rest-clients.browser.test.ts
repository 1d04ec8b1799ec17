import { expect, test } from 'vitest';
import { answer } from '../../sw/answer.ts';
import { clientRequests } from './rest/client-requests.ts';
import { sdkRequests } from './rest/sdk-requests.ts';
import { sampleContext } from './sample-context.ts';

test.each([...sdkRequests, ...clientRequests].map((row) => [`${row.client}: ${row.sent.slice(0, 100)}`, row] as const))(
  '%s',
  async (_, { sent, needs }) => {
    const context = await sampleContext();
    const [method, address, form] = sent.split(' ') as [string, string, string?];
    const url = `http://soapstone.test${context.base}rest/services/Sample/${address}`;
    const body = form === undefined ? null : new URLSearchParams(form);
    const response = (await answer(context, new Request(url, { method, body })))!;
    // With another status, browsers hide the error message from these clients.
    expect(response.status).toBe(200);
    const type = response.headers.get('content-type') ?? '';
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    needs({ type, bytes, json: /json/.test(type) ? JSON.parse(text) : undefined });
  },
);
