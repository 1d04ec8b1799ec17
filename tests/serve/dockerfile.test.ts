import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { isDeep } from '../today.ts';
import { copyContext, ImageBuilder, readDockerfile, user } from './dockerfile.ts';
import { inTest } from './in-test.ts';
import { signIn } from './sign-in.ts';

/* The Dockerfile, whose steps run as a script: tests have no container engine. */

const root = new URL('../..', import.meta.url).pathname;

function builderInTest(): ImageBuilder {
  const folder = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
  // The user of the steps must reach the folders in it.
  chmodSync(folder, 0o755);
  return new ImageBuilder(folder);
}

test('a step that fails ends the build', async () => {
  const steps = [{ instruction: 'RUN', text: 'mkdir /data/a/b' }];
  await expect(builderInTest().build({ name: 'broken', steps })).rejects.toThrow(
    /^RUN mkdir \/data\/a\/b: .*No such file/s,
  );
});

test('the image serves without a compiler and root, reports its health, and stops by its signal', async () => {
  const builder = builderInTest();
  copyContext(root, builder.rootOf('context'), join(root, 'deploy/Dockerfile.dockerignore'));
  const [first, last] = readDockerfile(join(root, 'deploy/Dockerfile'));
  if (isDeep) await builder.build(first!);
  else {
    // The first stage takes minutes, so use what this run has built.
    const app = join(builder.rootOf(first!.name), 'app');
    const filter = (path: string) => !path.endsWith('.map');
    for (const name of ['bin', 'dist']) cpSync(join(root, name), join(app, name), { recursive: true, filter });
    mkdirSync(join(app, '../data'));
  }
  const { settings, command, health, start } = await builder.build(last!);
  const image = builder.rootOf(last!.name);
  const names = ['bin', 'dist', 'node_modules', 'package-lock.json', 'package.json'];
  expect(readdirSync(join(image, 'app')).sort()).toEqual(names);
  expect(
    readdirSync(image, { recursive: true, encoding: 'utf8' }).filter((name) => /app\/dist.*\.map$/.test(name)),
  ).toEqual([]);
  expect(Object.fromEntries(settings)).toMatchObject({ USER: 'node', VOLUME: '/data', EXPOSE: '8080' });

  mkdirSync(join(image, 'run/secrets'), { recursive: true });
  const account = { name: 'operator', password: 'a long password' };
  writeFileSync(join(image, 'run/secrets/operator'), `${account.password}\n`);
  const environment = { PORT: String(await freePort()) };
  const checkHealth = async () => (await once(start(health, environment), 'exit'))[0];
  expect(await checkHealth()).toBe(1);
  const server = start(command, environment);
  onTestFinished(() => void server.kill('SIGKILL'));
  await expect.poll(checkHealth, { timeout: 30_000, interval: 500 }).toBe(0);

  const url = `http://localhost:${environment.PORT}/`;
  const headers = { authorization: `Bearer ${await signIn(url, account)}` };
  const body = readFileSync(join(image, 'app/dist/demo/Earthquakes.zip'));
  expect((await fetch(`${url}admin/services`, { method: 'POST', headers, body })).status).toBe(200);
  const answer = await fetch(`${url}services/Earthquakes/MapServer`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml' },
    body: '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><q:GetMapCount xmlns:q="urn:gis:schemas/3.2.0"/></e:Body></e:Envelope>',
  });
  expect(await answer.text()).toContain('<Result>1</Result>');
  expect(statSync(join(image, 'data/db')).uid).toBe(user.uid);
  server.kill(settings.get('STOPSIGNAL') as NodeJS.Signals);
  expect(await once(server, 'exit')).toEqual([0, null]);
}, 900_000);
