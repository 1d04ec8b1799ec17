import { base } from '../../connection/call.ts';
import { withReach } from '../code-samples.ts';
import { bodySample, type PortalLanguage } from './body-samples.ts';
import { fieldsIn } from './http-text.ts';
import { isAdminOperation } from './operation-rows.ts';
import { isSecret, type PortalRequest, type Wire, wireOf } from './portal-request.ts';

interface Sample {
  readonly wire: Wire;
  /** Address without the query. */
  readonly url: string;
  readonly fields: readonly Field[];
  readonly isMultipart: boolean;
  /** The portal whose token goes along; undefined without one. */
  readonly portalId: string | undefined;
}

interface Field {
  readonly name: string;
  readonly value: string;
  /** Passwords and files are not part of the program: it asks for them. */
  readonly kind: 'text' | 'secret' | 'file';
}

/** Write a request as a program. Token and passwords are not in it: they come from where the program runs. */
export function portalSample(language: PortalLanguage, request: PortalRequest): string {
  const wire = wireOf(request);
  if (isAdminOperation(request.operation)) return withReach(language, bodySample(language, wire));
  const program = writers[language]({
    wire,
    url: wire.url.split('?')[0]!,
    fields: fieldsIn(wire).map(([name, value]) => ({
      name,
      value: value instanceof File ? value.name : value,
      kind: value instanceof File ? 'file' : isSecret(request.operation, name) ? 'secret' : 'text',
    })),
    isMultipart: wire.body instanceof FormData,
    portalId: request.isSignedIn ? request.path.portalId : undefined,
  });
  return withReach(language, program);
}

const quoted = (text: string): string => JSON.stringify(text);
const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const php = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;
/** The name of the variable of the environment that holds a secret. */
const variable = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();

const writers: Record<PortalLanguage, (sample: Sample) => string> = {
  fetch: ({ wire, url, fields, isMultipart, portalId }) => {
    const signIn = portalId
      ? `// The session of this browser has the token; elsewhere ask generateToken for one.
const { sessions } = await (await fetch(${quoted(`${location.origin}${base}session`)}, { method: 'POST' })).json();
const { token } = sessions.find((session) => session.portalId === ${quoted(portalId)});
`
      : '';
    const said = ({ name, value, kind }: Field) =>
      kind === 'secret' ? `prompt(${quoted(name)})` : kind === 'file' ? `file /* ${value} */` : quoted(value);
    const entries = fields.map((field) => `  ${quoted(field.name)}: ${said(field)},`).join('\n');
    const data = isMultipart
      ? `const file = new File(['…'], ${quoted(fields.find(({ kind }) => kind === 'file')?.value ?? '')});
const body = new FormData();
${fields.map((field) => `body.append(${quoted(field.name)}, ${said(field)});`).join('\n')}`
      : `const ${wire.body ? 'body' : 'query'} = new URLSearchParams({\n${entries}\n});`;
    const target = wire.body ? quoted(url) : `${quoted(`${url}?`)} + query`;
    const options = [
      ...(wire.body ? ["method: 'POST'", 'body'] : []),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the program is written, not run
      ...(portalId ? ['headers: { Authorization: `Bearer ${token}` }'] : []),
    ];
    return `${signIn}${data}
const response = await fetch(${target}${options.length > 0 ? `, { ${options.join(', ')} }` : ''});
console.log(await response.text());
`;
  },
  curl: ({ wire, url, fields, isMultipart, portalId }) => {
    const said = ({ name, value, kind }: Field) => {
      if (kind === 'file') return `--form ${single(`${name}=@${value}`)}`;
      if (isMultipart)
        return `--form-string ${kind === 'secret' ? `"${name}=$${variable(name)}"` : single(`${name}=${value}`)}`;
      return `--data-urlencode ${kind === 'secret' ? `"${name}=$${variable(name)}"` : single(`${name}=${value}`)}`;
    };
    const lines = [
      `curl ${wire.body ? '' : '--get '}${single(url)}`,
      ...(portalId ? ['--header "Authorization: Bearer $TOKEN"'] : []),
      ...fields.map(said),
    ];
    return `${lines.join(' \\\n  ')}\n`;
  },
  'Python (requests)': ({ wire, url, fields, portalId }) => {
    const hasEnvironment = portalId !== undefined || fields.some(({ kind }) => kind === 'secret');
    const files = fields.filter(({ kind }) => kind === 'file');
    const texts = fields.filter(({ kind }) => kind !== 'file');
    const said = ({ name, value, kind }: Field) =>
      `        ${quoted(name)}: ${kind === 'secret' ? `os.environ[${quoted(variable(name))}]` : quoted(value)},`;
    return `${hasEnvironment ? 'import os\n\n' : ''}import requests

response = requests.${wire.body ? 'post' : 'get'}(
    ${quoted(url)},
    ${wire.body ? 'data' : 'params'}={
${texts.map(said).join('\n')}
    },
${files.length > 0 ? `    files={${files.map(({ name, value }) => `${quoted(name)}: open(${quoted(value)}, "rb")`).join(', ')}},\n` : ''}${portalId ? `    headers={"Authorization": f"Bearer {os.environ['TOKEN']}"},\n` : ''}    timeout=180,
)
response.raise_for_status()
print(response.text)
`;
  },
  'C#': ({ wire, url, fields, isMultipart, portalId }) => {
    const said = ({ name, value, kind }: Field) =>
      kind === 'secret' ? `Environment.GetEnvironmentVariable(${quoted(variable(name))})!` : quoted(value);
    const form = `new FormUrlEncodedContent(new Dictionary<string, string>
{
${fields.map((field) => `    [${quoted(field.name)}] = ${said(field)},`).join('\n')}
})`;
    const parts = fields.map((field) =>
      field.kind === 'file'
        ? `form.Add(new StreamContent(File.OpenRead(${quoted(field.value)})), ${quoted(field.name)}, ${quoted(field.value)});`
        : `form.Add(new StringContent(${said(field)}), ${quoted(field.name)});`,
    );
    const content = isMultipart
      ? `var form = new MultipartFormDataContent();\n${parts.join('\n')}`
      : `var form = ${form};`;
    return `using System.Net.Http;
using System.Net.Http.Headers;

${content}
using var client = new HttpClient();
${portalId ? `client.DefaultRequestHeaders.Authorization =\n    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("TOKEN"));\n` : ''}using var response = await client.${
      wire.body ? `PostAsync(${quoted(url)}, form)` : `GetAsync(${quoted(`${url}?`)} + await form.ReadAsStringAsync())`
    };
Console.WriteLine(await response.Content.ReadAsStringAsync());
`;
  },
  PHP: ({ wire, url, fields, isMultipart, portalId }) => {
    const said = ({ name, value, kind }: Field) =>
      kind === 'secret'
        ? `getenv(${php(variable(name))})`
        : kind === 'file'
          ? `new CURLFile(${php(value)})`
          : php(value);
    const data = `[\n${fields.map((field) => `    ${php(field.name)} => ${said(field)},`).join('\n')}\n]`;
    return `<?php
$fields = ${data};
$request = curl_init(${wire.body ? php(url) : `${php(`${url}?`)} . http_build_query($fields)`});
${wire.body ? `curl_setopt($request, CURLOPT_POSTFIELDS, ${isMultipart ? '$fields' : 'http_build_query($fields)'});\n` : ''}${portalId ? "curl_setopt($request, CURLOPT_HTTPHEADER, ['Authorization: Bearer ' . getenv('TOKEN')]);\n" : ''}curl_setopt($request, CURLOPT_RETURNTRANSFER, true);
echo curl_exec($request);
`;
  },
};
