import { toBase64 } from '../../sw/contract/base64.ts';
import type { OperationName } from '../../sw/contract/index.ts';
import { targetNamespace } from '../../sw/contract/index.ts';
import { type Plan, planOfRequest, type StructPlan } from '../../sw/soap/plan.ts';
import { indentXml } from './indent-xml.ts';

export const sampleLanguages = ['fetch', 'curl', 'Python (zeep)', 'C#', 'PHP'] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

interface SampleRequest {
  readonly operation: OperationName;
  readonly url: string;
  readonly envelope: string;
  /** The request of the form; undefined when there is only XML. */
  readonly value: Readonly<Record<string, unknown>> | undefined;
}

/** Write the request as a program. One that runs outside the browser starts with a comment about the address. */
export const codeSample = (language: SampleLanguage, request: SampleRequest): string =>
  withReach(language, writers[language](request));

/** Add a comment about the address: only fetch always runs where the service worker answers. */
export function withReach(language: string, program: string): string {
  if (language === 'fetch') return program;
  const mark = /^(curl|Python)/.test(language) ? '#' : '//';
  const text = `${mark} These maps live in a browser: a program reaches this address where the command "soapstone" serves the page.
${mark} Elsewhere, put the address of a server here that knows the same operations.
`;
  return program.startsWith('<?php\n') ? program.replace('\n', `\n${text}`) : text + program;
}

const writers: Record<SampleLanguage, (request: SampleRequest) => string> = {
  fetch: ({ url, envelope }) => `const response = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' },
  body: \`${indentXml(envelope).replace(/[`\\]|\$\{/g, '\\$&')}\`,
});
console.log(await response.text());
`,
  curl: ({ url, envelope }) => `curl ${shell(url)} \\
  --header 'Content-Type: text/xml; charset=utf-8' \\
  --header 'SOAPAction: ""' \\
  --data-binary ${shell(envelope)}
`,
  'Python (zeep)': (request) =>
    withImports(`from zeep import Client

client = Client(${JSON.stringify(`${request.url}?wsdl`)})
t = client.type_factory(${JSON.stringify(targetNamespace)})
${
  request.value
    ? `result = client.service.${request.operation}(${members(request, python, '=')})
print(result)`
    : `# This message was written by hand, so it is sent as it stands.
print(client.transport.post(${JSON.stringify(request.url)}, ${JSON.stringify(request.envelope)}, {"Content-Type": "text/xml; charset=utf-8"}).text)`
}
`),
  'C#': ({ url, envelope }) => `using System.Net.Http;
using System.Text;

var envelope = """
${indentXml(envelope)}
""";
using var client = new HttpClient();
using var request = new HttpRequestMessage(HttpMethod.Post, ${JSON.stringify(url)})
{
    Content = new StringContent(envelope, Encoding.UTF8, "text/xml"),
};
request.Headers.Add("SOAPAction", "\\"\\"");
using var response = await client.SendAsync(request);
Console.WriteLine(await response.Content.ReadAsStringAsync());
`,
  PHP: (request) => `<?php
$client = new SoapClient(${php(`${request.url}?wsdl`)});
${
  request.value
    ? `$ns = ${php(targetNamespace)};
$result = $client->${request.operation}([${members(request, phpValue, ' => ', "'")}]);
print_r($result);`
    : `// This message was written by hand, so it is sent as it stands.
echo $client->__doRequest(${php(request.envelope)}, ${php(request.url)}, '', SOAP_1_1);`
}
`,
};

/** Import what a Python program uses besides its client. */
const withImports = (program: string): string =>
  program.includes('base64.b64decode(') ? `import base64\n\n${program}` : program;

const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const php = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

function members(
  { operation, value }: SampleRequest,
  write: (plan: Plan, value: unknown, indent: string) => string,
  equals: string,
  quote = '',
): string {
  const given = planOfRequest(operation).fields.filter(({ name }) => value?.[name] !== undefined);
  if (given.length === 0) return '';
  const lines = given.map(
    ({ name, plan }) => `    ${quote}${name}${quote}${equals}${write(plan, value?.[name], '    ')},`,
  );
  return `\n${lines.join('\n')}\n`;
}

/** The plan of a value; within a family, that of its own type. */
const ownPlan = (plan: StructPlan, value: unknown): StructPlan =>
  plan.members.get((value as { type?: string }).type ?? plan.name) ?? plan;

function python(plan: Plan, value: unknown, indent: string): string {
  if (value === null || value === undefined) return 'None';
  if (plan.kind === 'list') {
    const items = (value as unknown[]).map((item) => python(plan.item, item, indent));
    return `t.${plan.name}(${plan.itemElement}=[${items.join(', ')}])`;
  }
  if (plan.kind === 'struct') {
    const own = ownPlan(plan, value);
    const inner = `${indent}    `;
    const given = own.fields.filter(({ name }) => (value as Record<string, unknown>)[name] !== undefined);
    const lines = given.map(
      ({ name, plan: member }) => `${inner}${name}=${python(member, (value as Record<string, unknown>)[name], inner)},`,
    );
    return lines.length > 0 ? `t.${own.name}(\n${lines.join('\n')}\n${indent})` : `t.${own.name}()`;
  }
  if (value instanceof Uint8Array) return `base64.b64decode(${JSON.stringify(toBase64(value))})`;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'object') return 'value' in value ? String(value.value) : JSON.stringify(String(value));
  // Neither infinity nor NaN is JSON.
  if (typeof value === 'number' && !Number.isFinite(value)) return `float("${value}")`;
  return JSON.stringify(value);
}

function phpValue(plan: Plan, value: unknown, indent: string): string {
  if (value === null || value === undefined) return 'null';
  if (plan.kind === 'list') {
    const items = (value as unknown[]).map((item) => phpValue(plan.item, item, indent));
    return `['${plan.itemElement}' => [${items.join(', ')}]]`;
  }
  if (plan.kind === 'struct') {
    const own = ownPlan(plan, value);
    const inner = `${indent}    `;
    const given = own.fields.filter(({ name }) => (value as Record<string, unknown>)[name] !== undefined);
    const lines = given.map(
      ({ name, plan: member }) =>
        `${inner}'${name}' => ${phpValue(member, (value as Record<string, unknown>)[name], inner)},`,
    );
    const array = lines.length > 0 ? `[\n${lines.join('\n')}\n${indent}]` : '[]';
    return plan.isInFamily ? `new SoapVar(${array}, SOAP_ENC_OBJECT, '${own.name}', $ns)` : array;
  }
  if (value instanceof Uint8Array) return `base64_decode('${toBase64(value)}')`;
  if (typeof value === 'string') return php(value);
  if (typeof value === 'object') return 'value' in value ? String(value.value) : php(String(value));
  return String(value).replace('NaN', 'NAN').replace('Infinity', 'INF');
}
