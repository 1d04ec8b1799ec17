import { beforeAll, expect, type TestContext, test } from 'vitest';
import { codeSample, type SampleLanguage } from '../../src/explorer/code-samples.ts';
import { type ExplorerRequest, emptyRequest, makeSample } from '../../src/explorer/request.ts';
import type { FormValue } from '../../src/parts/form/parameter-input.tsx';
import type { PortalOperationName } from '../../sw/portal/contract/index.ts';
import { type Json, portalWorld, type World } from '../unit/portal/portal-world.ts';
import type { ProgramLanguage } from './programs.mjs';
import { gatewayOrigin, runAgainst } from './relay.ts';

/*
 * Programs that the explorer writes for portal operations run outside the browser against the backend in this page.
 * They include a read, forms with special characters, a file, a password and an account.
 */

const care = `O'Elm "& Söhne" $HOME \`x\` \\n 100 % + <b>`;
let world: World;
beforeAll(async () => {
  world = await portalWorld();
});

const makeRequest = (
  operation: PortalOperationName,
  path: Record<string, string>,
  values: Record<string, FormValue>,
): ExplorerRequest => ({ ...emptyRequest(operation), path, values });

/** The requests, and the portal's content after the programs have run. */
function requested(mark: string): Record<string, ExplorerRequest> {
  const portalId = world.host.id;
  const text = new File(['a file'], 'note.txt', { type: 'text/plain' });
  return {
    webhooks: makeRequest('webhooks', { portalId }, { num: '3' }),
    group: makeRequest('createGroup', { portalId }, { title: `${care} ${mark}` }),
    file: makeRequest('addResource', { portalId }, { key: `${mark}/note.txt`, file: text, access: care }),
    user: makeRequest('createUser', { portalId }, { username: `trude-${mark}`, password: 'never written down' }),
    token: makeRequest(
      'generateToken',
      {},
      { username: `trude-${mark}`, password: 'never written down', client: 'requestip' },
    ),
  };
}

async function judge(mark: string, printed: Record<string, string>) {
  const answers: Json = Object.fromEntries(
    Object.entries(printed).map(([name, content]) => [name, JSON.parse(content)]),
  );
  expect(answers.webhooks).toMatchObject({ total: 0, webhooks: [] });
  expect(answers.group.group.title).toBe(`${care} ${mark}`);
  expect(answers.file.success).toBe(true);
  expect(answers.user.success).toBe(true);
  expect(answers.token.token).toMatch(/.{20}/);
  const { resources } = await world.get('host', `portals/${world.host.id}/resources`, { num: '100' });
  expect(resources.find(({ key }: Json) => key === `${mark}/note.txt`)).toMatchObject({ size: 6, access: care });
}

async function byProgram(test: TestContext, language: ProgramLanguage, label: SampleLanguage) {
  const origin = await gatewayOrigin();
  const programs = Object.fromEntries(
    Object.entries(requested(language)).map(([name, request]) => [
      name,
      codeSample(label, makeSample(request)).replaceAll(location.origin, origin),
    ]),
  );
  for (const program of Object.values(programs)) expect(program).not.toContain('never written down');
  const ran = await runAgainst(world.context, language, programs, {
    environment: { TOKEN: world.tokens.host, PASSWORD: 'from the environment' },
    files: { 'note.txt': 'a file' },
  });
  if (!ran) return test.skip(`${language} is not installed`);
  expect(Object.values(ran.outcomes).filter(({ code }) => code !== 0)).toEqual([]);
  await judge(language, Object.fromEntries(Object.entries(ran.outcomes).map(([name, { stdout }]) => [name, stdout])));
}

test('curl', (test) => byProgram(test, 'curl', 'curl'));
test('Python with requests', (test) => byProgram(test, 'requests', 'Python (requests)'));
test('PHP', (test) => byProgram(test, 'php', 'PHP'));
