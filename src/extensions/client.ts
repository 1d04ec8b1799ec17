import { addMethods } from '../client/connect.ts';
import { restMethods } from './rest/client.ts';

/** The client as apps import it, with what extensions add. */
for (const methods of [restMethods]) addMethods(methods);

export * from '../client/index.ts';
