import { addMethods } from '../client/connect.ts';
import { restMethods } from './rest/client.ts';

/** The client as apps import it, with what extensions add. */
addMethods(restMethods);

export * from '../client/index.ts';
