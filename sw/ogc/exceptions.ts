import type { Fault, FaultCode } from '../contract/index.ts';
import { typed } from './call.ts';
import type { Given } from './read-parameters.ts';
import { isOldVersion } from './wms/picture.ts';
import { writeXml } from './xml.ts';

const wmsCodes: Partial<Record<FaultCode, string>> = {
  'unknown-layer': 'LayerNotDefined',
  'missing-element': 'MissingParameterValue',
  'bad-value': 'InvalidParameterValue',
  'unknown-operation': 'OperationNotSupported',
};

/**
 * Answer a fault as clients of Web Map Services read it: an exception report in the form of the version, by HTTP status 200,
 * since many lose the text with another one.
 */
export function wmsException(fault: Fault, given: Given): Response {
  const isOld = isOldVersion(given.get('version'));
  const { exception, locator } = fault.detail;
  const version = isOld ? '1.1.1' : '1.3.0';
  const report = {
    ServiceExceptionReport: {
      '@version': version,
      '@xmlns': isOld ? undefined : 'http://www.opengis.net/ogc',
      ServiceException: {
        '@code': String(exception ?? wmsCodes[fault.code] ?? 'NoApplicableCode'),
        '@locator': locator === undefined ? undefined : String(locator),
        '#text': fault.message,
      },
    },
  };
  return typed(writeXml(report), `${isOld ? 'application/vnd.ogc.se_xml' : 'text/xml'}; charset=utf-8`);
}
