import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import { serveCalls } from '../../../worker-calls.ts';
import { describeElsewhere } from './describe-remote.ts';
import { carryElsewhere, makeElsewhere } from './make-remote.ts';

const handlers = {
  carryElsewhere,
  makeElsewhere,
  describeElsewhere: (address: string) =>
    describeElsewhere(sourceAddress(address), { fetchElsewhere: (target, init) => fetch(target, init) }),
};
export type ElsewhereHandlers = typeof handlers;
serveCalls(handlers);
