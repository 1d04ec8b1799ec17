import type { ServiceDefinition } from '../../../../sw/service/definition.ts';
import { packService, unpackService } from '../../../../sw/service/package.ts';
import { carryOver } from '../../../publish/import/carry-over.ts';

/** A package whose layer has the settings of another, and what of these had no place any more, as `layer` or `layer.field`. */
export interface CarriedPackage {
  readonly package: Blob;
  readonly dropped: readonly string[];
}

/** Bring what people set on a layer over to the package of one that reads a file elsewhere. */
export async function carryElsewhere(made: Blob, replaces: ServiceDefinition): Promise<CarriedPackage> {
  const { definition } = await unpackService(made);
  const { definition: carried, dropped } = carryOver(definition, replaces);
  const packed = packService(carried, new Map()) as Uint8Array<ArrayBuffer>;
  return { package: new Blob([packed], { type: 'application/zip' }), dropped };
}
