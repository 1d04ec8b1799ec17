import type { Handler } from '../call.ts';
import { requestedView } from './requested-view.ts';

/** Answer the denominator of the picture that ExportMapImage would draw of the same arguments; 0 when units are unknown. */
export const ComputeScale: Handler<'ComputeScale'> = async (call, { MapDescription, MapImageDisplay }) => {
  const { view } = await requestedView(call, MapDescription, MapImageDisplay, 'ComputeScale.MapImageDisplay');
  return { Result: view.scale };
};
