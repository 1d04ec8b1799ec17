import 'fake-indexeddb/auto';
import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import { describeDatabase } from './database/suite.ts';

describeDatabase('IndexedDB', async () => ({ openDatabase: openIndexedDb, close: async () => undefined }));
