import type { Handler } from '../call.ts';
import { requestedView } from './requested-view.ts';

/** Return the scale denominator of the image that ExportMapImage would draw; 0 when units are unknown. */
export const ComputeScale: Handler<'ComputeScale'> = async (call, { MapDescription, MapImageDisplay }) => {
  const { view } = await requestedView(call, MapDescription, MapImageDisplay, 'ComputeScale.MapImageDisplay');
  return { Result: view.scale };
};
