import { serveCalls } from '../../../worker-calls.ts';
import { makeShared } from './make-shared.ts';

serveCalls({ makeShared });
