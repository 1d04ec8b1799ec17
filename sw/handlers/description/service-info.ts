import { wrongValue } from '../../contract/index.ts';
import { formatNames } from '../../draw/image/formats.ts';
import { maximumListLength } from '../../soap/reading.ts';
import type { Handler } from '../call.ts';
import { int, propertySet } from '../property-set.ts';
import { maximumLayers } from '../visible-layers.ts';

/** Return the document properties of the author. Properties that aren't set are empty. */
export const GetDocumentInfo: Handler<'GetDocumentInfo'> = async ({ service }) => {
  const { Title, Subject, Author, Category, Keywords, Comments } = service.definition.document;
  return { Result: propertySet(Object.entries({ Title, Subject, Author, Category, Keywords, Comments })) };
};

export const GetMapCount: Handler<'GetMapCount'> = async ({ service }) => ({ Result: service.definition.maps.length });

/**
 * Return the name of a map by its index.
 *
 * @throws {Fault} `bad-value` when the zero-based index is out of range
 */
export const GetMapName: Handler<'GetMapName'> = async ({ service }, { Index }) => {
  const map = service.definition.maps[Index];
  if (map) return { Result: map.Name };
  const last = service.definition.maps.length - 1;
  throw wrongValue('bad-value', 'GetMapName.Index', `a number from 0 to ${last}`, `${Index}`, { index: Index });
};

export const GetDefaultMapName: Handler<'GetDefaultMapName'> = async ({ service }) => ({
  Result: service.definition.maps[0]!.Name,
});

/** Return the limits, under the property keys that clients expect. */
export const GetServiceConfigurationInfo: Handler<'GetServiceConfigurationInfo'> = async ({ service }) => {
  const limits = service.definition.limits;
  return {
    Result: propertySet([
      ['MaximumRecordCount', int(limits.MaximumRecordCount)],
      ['MaximumBufferCount', int(limits.MaximumBufferCount)],
      ['MaximumListLength', int(maximumListLength)],
      ['MaximumLayerCount', int(maximumLayers)],
      ['MaximumImageWidth', int(limits.MaximumImageWidth)],
      ['MaximumImageHeight', int(limits.MaximumImageHeight)],
      ['SupportedImageFormatTypes', formatNames().join(',')],
      ['UseStandardizedQueries', limits.UseStandardizedQueries],
    ]),
  };
};

/** Return the value that means both inline images and URLs. */
export const GetSupportedImageReturnTypes: Handler<'GetSupportedImageReturnTypes'> = async () => ({
  Result: 'gisImageReturnURL',
});
