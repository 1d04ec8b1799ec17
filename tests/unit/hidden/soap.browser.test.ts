import { expect, test } from 'vitest';
import type { OperationName } from '../../../sw/contract/index.ts';
import { operations } from '../../../sw/contract/operations/index.ts';
import { sealEnvelope } from '../../../sw/soap/envelope.ts';
import { expectNothingHidden } from './expect-hidden.ts';
import { send, services } from './planted.ts';
import { soapAttacks, unattacked } from './soap-attacks.ts';

const ask = (service: string, element: string) =>
  send(`services/${service}/MapServer`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: sealEnvelope(element, '1.1'),
  });

test('every member of every request is attacked', () => {
  expect(unattacked()).toEqual([]);
});

test.each(Object.keys(operations) as OperationName[])(
  '%s tells nothing of hidden fields and rows',
  async (operation) => {
    for (const service of services) {
      const answers = new Map<string, string>();
      for (const request of soapAttacks(operation)) {
        const { text } = await ask(service, request);
        expectNothingHidden(service, request, text, answers, operation === 'GenerateDataClasses');
      }
    }
  },
);
