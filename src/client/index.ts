export type { RequestOf, ResponseOf, Value } from '../../sw/contract/index.ts';
export { ClientError, type ClientErrorCode } from './client-error.ts';
export { type Client, type ConnectOptions, connect } from './connect.ts';
