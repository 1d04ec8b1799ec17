import { addMethods } from '../client/connect.ts';
import { restMethods } from './rest/client.ts';

/** The client for apps, with the methods of extensions. */
for (const methods of [restMethods]) addMethods(methods);

export * from '../client/index.ts';
