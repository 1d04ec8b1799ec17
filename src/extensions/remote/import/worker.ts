import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import { serveCalls } from '../../../worker-calls.ts';
import { describeRemote } from './describe-remote.ts';
import { carryToRemote, makeRemote } from './make-remote.ts';

const handlers = {
  carryToRemote,
  makeRemote,
  describeRemote: (address: string) =>
    describeRemote(sourceAddress(address), { fetchRemote: (target, init) => fetch(target, init) }),
};
export type RemoteHandlers = typeof handlers;
serveCalls(handlers);
