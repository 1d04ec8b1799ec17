import { toBase64 } from '../../sw/contract/base64.ts';
import { type OperationName, targetNamespace } from '../../sw/contract/index.ts';
import { type Plan, planOfRequest, type StructPlan } from '../../sw/soap/plan.ts';
import { indentXml } from './indent-xml.ts';

export const sampleLanguages = ['fetch', 'curl', 'Python (zeep)', 'C#', 'PHP'] as const;
export const httpLanguages = ['fetch', 'curl', 'Python (requests)', 'C#', 'PHP'] as const;
export type SampleLanguage = (typeof sampleLanguages | typeof httpLanguages)[number];

interface Field {
  readonly name: string;
  readonly value: string;
  /** Secrets and files aren't in the program, which reads them at run time. */
  readonly kind: 'text' | 'secret' | 'file';
}

/** An HTTP request for a code sample. */
export interface HttpSample {
  readonly method: string;
  /** Includes the query, unless it is in `fields`. */
  readonly url: string;
  /** Fields of the query or form. */
  readonly fields?: readonly Field[];
  readonly form?: 'query' | 'urlencoded' | 'multipart';
  /** The body: text, or a file name. */
  readonly content?: string | undefined;
  readonly file?: string | undefined;
  /**
   * The token to send: the token of a portal, or without `portalId` the tokens of the page. A program on a page
   * requests them from `sessionUrl`.
   */
  readonly token?: { readonly portalId?: string; readonly sessionUrl: string } | undefined;
}

/** A SOAP request for a code sample. */
export interface SoapSample {
  readonly operation: OperationName;
  readonly url: string;
  readonly envelope: string;
  /** The form values; undefined if there is only XML. */
  readonly value: Members | undefined;
}

type Sample = HttpSample & { readonly soap?: SoapSample };
type Members = Readonly<Record<string, unknown>>;

/**
 * Write a request as a program. It contains no tokens or passwords; they come from the program's environment. Only
 * `fetch` is certain to reach the service worker, so other programs start with a comment about the address.
 */
export function codeSample(language: SampleLanguage, request: HttpSample | SoapSample): string {
  const sample: Sample =
    'envelope' in request ? { method: 'POST', url: request.url, content: request.envelope, soap: request } : request;
  const program = writers[language](sample);
  if (language === 'fetch') return program;
  const mark = /^(curl|Python)/.test(language) ? '#' : '//';
  const text = `${mark} These maps live in a browser: a program reaches this address where the command "soapstone" serves the page.
${mark} Elsewhere, put the address of a server here that knows the same operations.
`;
  return program.startsWith('<?php\n') ? program.replace('\n', `\n${text}`) : text + program;
}

const quote = (text: string): string => JSON.stringify(text);
const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const php = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;
/** Return the environment variable for a secret. */
const variable = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();

const soapHeaders = [
  ['Content-Type', 'text/xml; charset=utf-8'],
  ['SOAPAction', '""'],
] as const;

const writers: Record<SampleLanguage, (sample: Sample) => string> = {
  fetch({ method, url, fields = [], form, content, file, soap, token }) {
    const written = ({ name, value, kind }: Field) =>
      kind === 'secret' ? `prompt(${quote(name)})` : kind === 'file' ? `file /* ${value} */` : quote(value);
    const lines: string[] = [];
    if (token)
      lines.push(
        '// The sessions of the page have tokens. In other programs, request one from generateToken.',
        `const { sessions } = await (await fetch(${quote(token.sessionUrl)}, { method: 'POST' })).json();`,
      );
    if (token?.portalId)
      lines.push(`const { token } = sessions.find((session) => session.portalId === ${quote(token.portalId)});`);
    if (form === 'multipart')
      lines.push(
        `const file = new File(['…'], ${quote(fields.find(({ kind }) => kind === 'file')?.value ?? '')});`,
        'const body = new FormData();',
        ...fields.map((field) => `body.append(${quote(field.name)}, ${written(field)});`),
      );
    else if (form) {
      const entries = fields.map((field) => `  ${quote(field.name)}: ${written(field)},`);
      lines.push(`const ${form === 'query' ? 'query' : 'body'} = new URLSearchParams({`, ...entries, '});');
    }
    const allHeaders = (soap ? soapHeaders : []).map(([name, value]) => `    ${quote(name)}: '${value}',`);
    if (token)
      allHeaders.push(
        token.portalId
          ? // biome-ignore lint/suspicious/noTemplateCurlyInString: the program is written, not run
            '    Authorization: `Bearer ${token}`,'
          : // biome-ignore lint/suspicious/noTemplateCurlyInString: the program is written, not run
            "    Authorization: sessions.map(({ token }) => `Bearer ${token}`).join(', '),",
      );
    const options = method === 'GET' ? [] : [`  method: ${quote(method)},`];
    if (allHeaders.length > 0) options.push('  headers: {', ...allHeaders, '  },');
    if (form && form !== 'query') options.push('  body,');
    if (file !== undefined) options.push(`  body: file /* ${file} */,`);
    if (content !== undefined)
      options.push(
        soap
          ? `  body: \`${indentXml(content).replace(/[`\\]|\$\{/g, '\\$&')}\`,`
          : `  body: JSON.stringify(${content}),`,
      );
    const target = form === 'query' ? `${quote(`${url}?`)} + query` : quote(url);
    const optionsText = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
    lines.push(`const response = await fetch(${target}${optionsText});`, 'console.log(await response.text());');
    return `${lines.join('\n')}\n`;
  },
  curl({ method, url, fields = [], form, content, file, soap, token }) {
    const written = ({ name, value, kind }: Field) => {
      if (kind === 'file') return `--form ${shell(`${name}=@${value}`)}`;
      const option = form === 'multipart' ? '--form-string' : '--data-urlencode';
      return `${option} ${kind === 'secret' ? `"${name}=$${variable(name)}"` : shell(`${name}=${value}`)}`;
    };
    const way = form === 'query' ? '--get ' : form || soap ? '' : `--request ${method} `;
    const lines = [
      `curl ${way}${shell(url)}`,
      ...(soap ? soapHeaders : []).map(([name, value]) => `--header ${shell(`${name}: ${value}`)}`),
      ...(token ? ['--header "Authorization: Bearer $TOKEN"'] : []),
      ...fields.map(written),
    ];
    if (content !== undefined) lines.push(`--data-binary ${shell(content)}`);
    if (file !== undefined) lines.push(`--data-binary ${shell(`@${file}`)}`);
    return `${lines.join(' \\\n  ')}\n`;
  },
  'Python (requests)'({ method, url, fields, form, content, file, token }) {
    const written = ({ name, value, kind }: Field) =>
      `        ${quote(name)}: ${kind === 'secret' ? `os.environ["${variable(name)}"]` : quote(value)},`;
    const files = (fields ?? []).filter(({ kind }) => kind === 'file');
    const texts = (fields ?? []).filter(({ kind }) => kind !== 'file');
    const options: string[] = [];
    if (fields) options.push(`${form === 'query' ? 'params' : 'data'}={`, ...texts.map(written), '    },');
    if (files.length > 0)
      options.push(
        `files={${files.map(({ name, value }) => `${quote(name)}: open(${quote(value)}, "rb")`).join(', ')}},`,
      );
    if (content !== undefined) options.push(`data=${quote(content)},`);
    if (file !== undefined) options.push(`data=open(${quote(file)}, "rb"),`);
    if (token) options.push(`headers={"Authorization": f"Bearer {os.environ['TOKEN']}"},`);
    const lines = options.map((line) => (line.startsWith(' ') ? line : `    ${line}`));
    const hasEnvironment = token !== undefined || texts.some(({ kind }) => kind === 'secret');
    return `${hasEnvironment ? 'import os\n\n' : ''}import requests

response = requests.request(
    ${quote(method)},
    ${quote(url)},
${lines.map((line) => `${line}\n`).join('')}    timeout=180,
)
response.raise_for_status()
print(response.text)
`;
  },
  'C#'({ method, url, fields = [], form, content, file, soap, token }) {
    const written = ({ name, value, kind }: Field) =>
      kind === 'secret' ? `Environment.GetEnvironmentVariable(${quote(variable(name))})!` : quote(value);
    const lines = ['using System.Net.Http;', 'using System.Net.Http.Headers;', 'using System.Text;', ''];
    if (form === 'multipart') {
      lines.push('var content = new MultipartFormDataContent();');
      for (const field of fields)
        lines.push(
          field.kind === 'file'
            ? `content.Add(new StreamContent(File.OpenRead(${quote(field.value)})), ${quote(field.name)}, ${quote(field.value)});`
            : `content.Add(new StringContent(${written(field)}), ${quote(field.name)});`,
        );
    } else if (form) {
      const entries = fields.map((field) => `    [${quote(field.name)}] = ${written(field)},`);
      lines.push('var content = new FormUrlEncodedContent(new Dictionary<string, string>', '{', ...entries, '});');
    } else if (content !== undefined)
      lines.push(
        ...(soap ? ['var message = """', indentXml(content), '""";'] : [`var message = ${quote(content)};`]),
        `var content = new StringContent(message, Encoding.UTF8, "${soap ? 'text/xml' : 'application/json'}");`,
      );
    else if (file !== undefined) lines.push(`var content = new StreamContent(File.OpenRead(${quote(file)}));`);
    lines.push('using var client = new HttpClient();');
    if (token)
      lines.push(
        'client.DefaultRequestHeaders.Authorization =',
        '    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("TOKEN"));',
      );
    const target = form === 'query' ? `${quote(`${url}?`)} + await content.ReadAsStringAsync()` : quote(url);
    lines.push(`using var request = new HttpRequestMessage(new HttpMethod(${quote(method)}), ${target});`);
    const hasBody = form !== 'query' && lines.some((line) => /^var content /.test(line));
    if (hasBody) lines.push('request.Content = content;');
    // `content` already has its content type.
    if (soap) lines.push(`request.Headers.Add("SOAPAction", ${quote('""')});`);
    lines.push('using var response = await client.SendAsync(request);');
    lines.push('Console.WriteLine(await response.Content.ReadAsStringAsync());');
    return `${lines.join('\n')}\n`;
  },
  PHP(sample) {
    if (sample.soap) return soapClient(sample.soap);
    const { method, url, fields, form, content, file, token } = sample;
    const written = ({ name, value, kind }: Field) =>
      kind === 'secret' ? `getenv(${php(variable(name))})` : `${kind === 'file' ? 'new CURLFile' : ''}(${php(value)})`;
    const lines = ['<?php'];
    if (fields)
      lines.push('$fields = [', ...fields.map((field) => `    ${php(field.name)} => ${written(field)},`), '];');
    lines.push(
      form === 'query'
        ? `$request = curl_init(${php(`${url}?`)} . http_build_query($fields));`
        : `$request = curl_init(${php(url)});`,
      `curl_setopt($request, CURLOPT_CUSTOMREQUEST, ${php(method)});`,
    );
    const body =
      form === 'multipart'
        ? '$fields'
        : form === 'urlencoded'
          ? 'http_build_query($fields)'
          : content !== undefined
            ? php(content)
            : file !== undefined && `file_get_contents(${php(file)})`;
    if (body) lines.push(`curl_setopt($request, CURLOPT_POSTFIELDS, ${body});`);
    if (token) lines.push("curl_setopt($request, CURLOPT_HTTPHEADER, ['Authorization: Bearer ' . getenv('TOKEN')]);");
    lines.push('curl_setopt($request, CURLOPT_RETURNTRANSFER, true);', 'echo curl_exec($request);');
    return `${lines.join('\n')}\n`;
  },
  'Python (zeep)'({ soap, ...sample }) {
    if (!soap) return writers['Python (requests)'](sample);
    const { operation, url, envelope, value } = soap;
    const program = `from zeep import Client

client = Client(${quote(`${url}?wsdl`)})
t = client.type_factory(${quote(targetNamespace)})
${
  value
    ? `result = client.service.${operation}(${writeArguments(soap, python)})
print(result)`
    : `# This message was written by hand, so it is sent as it stands.
print(client.transport.post(${quote(url)}, ${quote(envelope)}, {"Content-Type": "text/xml; charset=utf-8"}).text)`
}
`;
    return program.includes('base64.b64decode(') ? `import base64\n\n${program}` : program;
  },
};

const soapClient = (soap: SoapSample): string => `<?php
$client = new SoapClient(${php(`${soap.url}?wsdl`)});
${
  soap.value
    ? `$ns = ${php(targetNamespace)};
$result = $client->${soap.operation}([${writeArguments(soap, phpValues)}]);
print_r($result);`
    : `// This message was written by hand, so it is sent as it stands.
echo $client->__doRequest(${php(soap.envelope)}, ${php(soap.url)}, '', SOAP_1_1);`
}
`;

/** Syntax of a language for values of its SOAP client. */
interface Notation {
  readonly none: string;
  readonly truths: readonly [no: string, yes: string];
  readonly text: (text: string) => string;
  readonly bytes: (base64: string) => string;
  /** A number that JSON can't represent. */
  readonly unusual: (number: number) => string;
  readonly member: (name: string, value: string) => string;
  readonly list: (type: string, item: string, items: string) => string;
  readonly struct: (plan: StructPlan, members: string) => string;
}

const python: Notation = {
  none: 'None',
  truths: ['False', 'True'],
  text: quote,
  bytes: (base64) => `base64.b64decode(${quote(base64)})`,
  unusual: (number) => `float("${number}")`,
  member: (name, value) => `${name}=${value}`,
  list: (type, item, items) => `t.${type}(${item}=[${items}])`,
  struct: ({ name }, members) => `t.${name}(${members})`,
};

const phpValues: Notation = {
  none: 'null',
  truths: ['false', 'true'],
  text: php,
  bytes: (base64) => `base64_decode('${base64}')`,
  unusual: (number) => String(number).replace('NaN', 'NAN').replace('Infinity', 'INF'),
  member: (name, value) => `'${name}' => ${value}`,
  list: (_, item, items) => `['${item}' => [${items}]]`,
  struct: ({ name, isInFamily }, members) =>
    isInFamily ? `new SoapVar([${members}], SOAP_ENC_OBJECT, '${name}', $ns)` : `[${members}]`,
};

const writeArguments = ({ operation, value = {} }: SoapSample, notation: Notation): string =>
  membersText(notation, planOfRequest(operation).fields, value, '');

function membersText(notation: Notation, fields: StructPlan['fields'], value: Members, indent: string): string {
  const inner = `${indent}    `;
  const lines = fields
    .filter(({ name }) => value[name] !== undefined)
    .map(({ name, plan }) => `${inner}${notation.member(name, valueText(notation, plan, value[name], inner))},\n`);
  return lines.length > 0 ? `\n${lines.join('')}${indent}` : '';
}

function valueText(notation: Notation, plan: Plan, value: unknown, indent: string): string {
  if (value === null || value === undefined) return notation.none;
  if (plan.kind === 'list') {
    const items = (value as unknown[]).map((item) => valueText(notation, plan.item, item, indent));
    return notation.list(plan.name, plan.itemElement, items.join(', '));
  }
  if (plan.kind === 'struct') {
    // If the type has subtypes, the value's own type selects the plan.
    const valuePlan = plan.members.get((value as { type?: string }).type ?? plan.name) ?? plan;
    return notation.struct(valuePlan, membersText(notation, valuePlan.fields, value as Members, indent));
  }
  if (value instanceof Uint8Array) return notation.bytes(toBase64(value));
  if (typeof value === 'boolean') return notation.truths[value ? 1 : 0];
  if (typeof value === 'object') return 'value' in value ? String(value.value) : notation.text(String(value));
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : notation.unusual(value);
  return notation.text(String(value));
}
