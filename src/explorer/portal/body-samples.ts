import { base } from '../../connection/call.ts';
import type { Wire } from './portal-request.ts';

export const portalLanguages = ['fetch', 'curl', 'Python (requests)', 'C#', 'PHP'] as const;
export type PortalLanguage = (typeof portalLanguages)[number];

/** Write a request below `admin/` as a program: a body of JSON or a file, and a token from where the program runs. */
export function bodySample(language: PortalLanguage, { method, url, body }: Wire): string {
  const quoted = (text: string): string => JSON.stringify(text);
  const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const php = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const json = typeof body === 'string' ? body : undefined;
  const file = body instanceof File ? body.name : undefined;
  switch (language) {
    case 'fetch':
      return `// The sessions of this browser have tokens; elsewhere ask generateToken for one.
const { sessions } = await (await fetch(${quoted(`${location.origin}${base}session`)}, { method: 'POST' })).json();
const response = await fetch(${quoted(url)}, {
  method: ${quoted(method)},
  headers: { Authorization: sessions.map(({ token }) => \`Bearer \${token}\`).join(', ') },
${json === undefined ? '' : `  body: JSON.stringify(${json}),\n`}${file === undefined ? '' : `  body: file /* ${file} */,\n`}});
console.log(await response.text());
`;
    case 'curl':
      return [
        `curl --request ${method} ${shell(url)}`,
        '--header "Authorization: Bearer $TOKEN"',
        ...(json === undefined ? [] : [`--data ${shell(json)}`]),
        ...(file === undefined ? [] : [`--data-binary ${shell(`@${file}`)}`]),
      ]
        .join(' \\\n  ')
        .concat('\n');
    case 'Python (requests)':
      return `import os

import requests

response = requests.request(
    ${quoted(method)},
    ${quoted(url)},
    headers={"Authorization": f"Bearer {os.environ['TOKEN']}"},
${json === undefined ? '' : `    data=${quoted(json)},\n`}${file === undefined ? '' : `    data=open(${quoted(file)}, "rb"),\n`}    timeout=180,
)
response.raise_for_status()
print(response.text)
`;
    case 'C#':
      return `using System.Net.Http;
using System.Net.Http.Headers;

using var client = new HttpClient();
client.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("TOKEN"));
using var request = new HttpRequestMessage(new HttpMethod(${quoted(method)}), ${quoted(url)});
${json === undefined ? '' : `request.Content = new StringContent(${quoted(json)});\n`}${file === undefined ? '' : `request.Content = new StreamContent(File.OpenRead(${quoted(file)}));\n`}using var response = await client.SendAsync(request);
Console.WriteLine(await response.Content.ReadAsStringAsync());
`;
    case 'PHP':
      return `<?php
$request = curl_init(${php(url)});
curl_setopt($request, CURLOPT_CUSTOMREQUEST, ${php(method)});
${json === undefined ? '' : `curl_setopt($request, CURLOPT_POSTFIELDS, ${php(json)});\n`}${file === undefined ? '' : `curl_setopt($request, CURLOPT_POSTFIELDS, file_get_contents(${php(file)}));\n`}curl_setopt($request, CURLOPT_HTTPHEADER, ['Authorization: Bearer ' . getenv('TOKEN')]);
curl_setopt($request, CURLOPT_RETURNTRANSFER, true);
echo curl_exec($request);
`;
  }
}
