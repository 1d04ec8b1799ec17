import { type Fault, type FaultCode, faultCodes } from '../../contract/index.ts';
import { writeXml } from '../../contract/markup.ts';
import { typedResponse } from './call.ts';
import { type Given, isOldVersion } from './read-parameters.ts';

const wmsCodes: Partial<Record<FaultCode, string>> = {
  'unknown-layer': 'LayerNotDefined',
  'missing-element': 'MissingParameterValue',
  'bad-value': 'InvalidParameterValue',
  'unknown-operation': 'OperationNotSupported',
};

/**
 * Return a fault to WMS clients as an exception report in the form of the requested version.
 *
 * The HTTP status is 200, because many clients drop the text of other statuses.
 */
export function wmsException(fault: Fault, parameters: Given): Response {
  const isOld = isOldVersion(parameters.get('version'));
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
  return typedResponse(writeXml(report), `${isOld ? 'application/vnd.ogc.se_xml' : 'text/xml'}; charset=utf-8`);
}

const owsCodes: Partial<Record<FaultCode, string>> = {
  'missing-element': 'MissingParameterValue',
  'bad-value': 'InvalidParameterValue',
  'unknown-operation': 'OperationNotSupported',
};

/** Return a fault to WMTS clients as an OWS 1.1 exception report, with an HTTP status code. */
export function owsException(fault: Fault): Response {
  const { exception, locator } = fault.detail;
  const report = {
    'ows:ExceptionReport': {
      '@version': '1.1.0',
      '@xmlns:ows': 'http://www.opengis.net/ows/1.1',
      'ows:Exception': {
        '@exceptionCode': String(exception ?? owsCodes[fault.code] ?? 'NoApplicableCode'),
        '@locator': locator === undefined ? undefined : String(locator),
        'ows:ExceptionText': fault.message,
      },
    },
  };
  return typedResponse(writeXml(report), 'text/xml; charset=utf-8', exceptionStatus(fault));
}

/** Return a fault to OGC API clients as JSON, with an HTTP status code. */
export const featureException = (fault: Fault): Response =>
  typedResponse(
    JSON.stringify({ code: fault.code, description: fault.message }),
    'application/json; charset=utf-8',
    exceptionStatus(fault),
  );

const statuses: Partial<Record<FaultCode, number>> = {
  'unknown-service': 404,
  'not-found': 404,
  'unknown-layer': 404,
  'unknown-id': 404,
  'bad-method': 405,
  'not-allowed': 403,
  'bad-token': 401,
  'token-required': 401,
  'too-large': 413,
  'not-implemented': 501,
};

/** Return the HTTP status of a fault: by default 400 for client errors and 500 for server errors. */
const exceptionStatus = ({ code }: Fault): number => statuses[code] ?? (faultCodes[code] === 'client' ? 400 : 500);
