import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { Fault } from '../../../sw/contract/index.ts';
import { restError } from '../../../sw/extensions/rest/response.ts';
import { ask, origin, portalWorld, send } from './portal-world.ts';

test('an account signs in, uses its token in body, query and header, and signs out', async () => {
  const world = await portalWorld();
  const signIn = (values: Record<string, string>) =>
    send(world.context, 'POST', 'sharing/rest/generateToken', { f: 'json', ...values });
  const { token, expires } = await signIn({ username: 'mona', password: 'mona-password', expiration: '30' });
  expect(expires).toBe(world.clock.now + 30 * 60_000);
  const path = 'portals/self/groups';
  expect((await send(world.context, 'POST', path, { f: 'json', token })).groups).toHaveLength(1);
  expect((await send(world.context, 'GET', `${path}?f=json&token=${token}`)).groups).toHaveLength(1);
  const bearer = { authorization: `Bearer ${token}` };
  expect((await send(world.context, 'GET', `${path}?f=json`, undefined, bearer)).groups).toHaveLength(1);
  expect((await send(world.context, 'GET', 'portals/self?f=json', undefined, bearer)).user).toEqual({
    username: 'mona',
    role: 'member',
  });
  const stored = await world.store.portal.all('tokens');
  expect(JSON.stringify(stored)).not.toContain(token);
  for (const values of [
    { username: 'mona', password: 'wrong-password' },
    { username: 'nobody', password: 'wrong-password' },
  ]) {
    expect(await signIn(values)).toEqual({
      success: false,
      error: {
        code: 400,
        messageCode: 'bad-value',
        message: 'Unable to generate token.',
        details: ['Invalid username or password.'],
      },
    });
  }
  expect((await send(world.context, 'POST', 'portals/self/revokeToken', { f: 'json', token })).success).toBe(true);
  expect((await send(world.context, 'GET', `${path}?f=json&token=${token}`)).error.code).toBe(498);
  const second = await signIn({ username: 'mona', password: 'mona-password' });
  world.clock.now = second.expires;
  expect((await send(world.context, 'GET', `${path}?f=json&token=${second.token}`)).error.code).toBe(498);
});

test('a password in the address is refused, wherever one is taken', async () => {
  const world = await portalWorld();
  const message = 'username=mona&password=mona-password&f=json';
  for (const path of [`generateToken?${message}`, `portals/self/generateToken?${message}`])
    expect((await send(world.context, 'POST', path)).error).toMatchObject({
      code: 400,
      message: "'password': expected a parameter in the body, found a parameter in the URL.",
    });
  const webhook = { name: 'Hook', url: `${origin}/inbox/a` };
  expect((await world.post('host', 'portals/self/webhooks/createWebhook?secret=x', webhook)).error.code).toBe(400);
  // Values in the body take precedence over the address.
  const body = { f: 'json', username: 'mona', password: 'mona-password' };
  expect((await send(world.context, 'POST', 'generateToken?password=wrong', body)).token).toBeDefined();
});

test('clients from before f get the token alone, and send no password in an address either', async () => {
  const world = await portalWorld();
  const values = { request: 'getToken', username: 'mona', password: 'mona-password' };
  for (const path of ['generateToken', 'tokens/generateToken', 'tokens', 'tokens/', 'admin/generateToken']) {
    const answer = await ask(world.context, 'POST', path, values);
    expect(answer.headers.get('content-type')).toMatch('text/plain');
    const token = await answer.text();
    expect((await send(world.context, 'GET', `portals/self/groups?f=json&token=${token}`)).groups).toBeDefined();
  }
  expect((await send(world.context, 'POST', 'generateToken', { ...values, f: 'json' })).token).toBeDefined();
  expect((await send(world.context, 'POST', 'generateToken', { ...values, password: 'wrong' })).error.code).toBe(400);
  const address = `generateToken?${new URLSearchParams(values)}`;
  expect((await send(world.context, 'GET', address)).error.code).toBe(405);
  expect((await send(world.context, 'POST', address)).error.code).toBe(400);
});

test('what a sign-in is bound to must be said, and an empty f is none', async () => {
  const world = await portalWorld();
  const signIn = (values: Record<string, string>) =>
    send(world.context, 'POST', 'generateToken', {
      f: 'json',
      username: 'mona',
      password: 'mona-password',
      ...values,
    });
  for (const client of ['ip', 'referer'])
    expect((await signIn({ client })).error).toMatchObject({ code: 400, messageCode: 'missing-element' });
  expect((await signIn({ client: 'ip', ip: '192.0.2.1' })).token).toBeDefined();
  const page = await ask(world.context, 'GET', 'portals/self?f=');
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain('Head office');
});

test('a token bound to a referer is worth nothing elsewhere; a changed password ends tokens', async () => {
  const world = await portalWorld();
  const values = {
    f: 'json',
    username: 'mona',
    password: 'mona-password',
    client: 'referer',
    referer: 'https://a.org',
  };
  const { token } = await send(world.context, 'POST', 'tokens/generateToken', values);
  const ask = (referer: string) =>
    send(world.context, 'GET', `portals/self/groups?f=json&token=${token}`, undefined, { referer });
  expect((await ask('https://a.org/map')).groups).toBeDefined();
  expect((await ask('https://a.org.evil.org/')).error.code).toBe(498);
  const change = (who: 'member' | 'host', body: Record<string, string>) =>
    world.post(who, 'portals/self/users/mona/changePassword', body);
  expect((await change('member', { newPassword: 'short' })).error.code).toBe(400);
  expect((await change('member', { newPassword: 'long enough', oldPassword: 'wrong' })).error.code).toBe(400);
  expect(await change('member', { newPassword: 'long enough', oldPassword: 'mona-password' })).toEqual({
    success: true,
  });
  expect((await ask('https://a.org/map')).error.code).toBe(498);
  expect((await world.get('member', 'portals/self/groups')).groups).toBeDefined();
});

test('the page is signed in and sees the first password until it says so', async () => {
  const world = await portalWorld();
  const session = (path = 'session') => send(world.context, 'POST', path);
  const first = await session();
  expect(first.sessions.map((entry: { portalId: string }) => entry.portalId)).toEqual([world.host.id, world.guest.id]);
  expect((await session()).firstPassword).toBe(first.firstPassword);
  const values = { f: 'json', username: first.firstUsername, password: first.firstPassword, portalId: world.guest.id };
  expect((await send(world.context, 'POST', 'generateToken', values)).token).toBeDefined();
  expect((await session('session?seen=true')).firstPassword).toBeUndefined();
  expect((await session()).firstPassword).toBeUndefined();
  expect((await ask(world.context, 'POST', 'session', {}, {}, 'navigate')).status).toBe(403);
  expect((await ask(world.context, 'POST', 'session', {}, { origin: 'https://evil.org' })).status).toBe(403);
  expect((await ask(world.context, 'POST', 'x/session', {})).status).toBe(404);
  await world.post('host', 'portals/self/update', { pageSignIn: 'false' });
  expect((await session()).sessions).toHaveLength(1);
});

test('resources are added by text and file, listed in pages, read and removed exactly', async () => {
  const world = await portalWorld();
  for (let i = 1; i <= 12; i++)
    await world.post('host', 'portals/self/addResource', { key: `n/${String(i).padStart(2, '0')}`, text: `${i}` });
  const file = new File(['<svg onload="alert(1)"/>'], 'x.svg', { type: 'image/svg+xml' });
  expect(await world.post('host', 'portals/self/addResource', { key: 'pictures/x.svg', file })).toEqual({
    success: true,
    key: 'pictures/x.svg',
    owner: 'hanna',
  });
  const first = await world.get('member', 'portals/self/resources');
  expect(first).toMatchObject({ total: 13, start: 1, num: 10, nextStart: 11 });
  const rest = await world.get('member', 'portals/self/resources', { start: '11', num: '100' });
  expect(rest).toMatchObject({ num: 3, nextStart: -1 });
  expect(rest.resources.at(-1)).toMatchObject({ key: 'pictures/x.svg', size: 24 });
  const read = (path: string) => ask(world.context, 'GET', `${path}?f=json&token=${world.tokens.member}`);
  const svg = await read('portals/self/resources/pictures/x.svg');
  expect(await svg.text()).toBe('<svg onload="alert(1)"/>');
  expect(svg.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(svg.headers.get('content-security-policy')).toContain('sandbox');
  const remove = (values: Record<string, string>, headers = {}) =>
    world.post('host', 'portals/self/removeResource', values, headers);
  expect((await remove({})).error).toMatchObject({
    code: 400,
    message: expect.stringContaining("'key' is required"),
  });
  expect(await remove({ key: 'pictures/X.svg' })).toEqual({ success: true, removed: false });
  const named = { 'x-request-id': 'once' };
  expect(await remove({ key: 'pictures/x.svg' }, named)).toEqual({ success: true });
  // A resource added again remains, because the repeated request is already done.
  await world.post('host', 'portals/self/addResource', { key: 'pictures/x.svg', text: 'again' });
  expect(await remove({ key: 'pictures/x.svg' }, named)).toEqual({ success: true });
  expect((await world.get('member', 'portals/self/resources')).total).toBe(13);
});

test('a resource that is removed twice is gone both times, in every format', async () => {
  const world = await portalWorld();
  const path = `portals/${world.host.id}/removeResource`;
  const token = world.tokens.host;
  for (const f of ['json', 'pjson', 'html']) {
    await world.post('host', 'portals/self/addResource', { key: 'x', text: 'x' });
    const remove = async () =>
      /success(?:"|<\/dt><dd>)[\s:]*(true|false)/.exec(
        await (await ask(world.context, 'POST', path, { key: 'x', f, token })).text(),
      )?.[1];
    expect([await remove(), await remove()], f).toEqual(['true', 'true']);
  }
});

test('a form that is sent again is the same request, and one that is filled in anew is another', async () => {
  const world = await portalWorld();
  const path = `portals/${world.host.id}/removeResource`;
  const token = world.tokens.host;
  const page = await (await ask(world.context, 'GET', `${path}?token=${token}`)).text();
  const nonce = /name="nonce" value="([^"]+)"/.exec(page)![1]!;
  const remove = async (key: string) => {
    const form = { key, nonce, token, f: 'json' };
    return (await ask(world.context, 'POST', path, form, { origin: 'http://soapstone.test' }, 'navigate')).json();
  };
  for (const key of ['a', 'b']) await world.post('host', 'portals/self/addResource', { key, text: key });
  expect([await remove('a'), await remove('a'), await remove('b')]).toEqual(Array(3).fill({ success: true }));
  expect((await world.get('member', 'portals/self/resources')).total).toBe(0);
});

test('bad input is answered in the asked form, and changes nothing', async () => {
  const world = await portalWorld();
  const host = world.tokens.host;
  const path = `portals/${world.host.id}/removeResource`;
  const code = async (
    method: string,
    address: string,
    values?: Record<string, string>,
    headers?: Record<string, string>,
  ) => (await send(world.context, method, address, values, headers)).error?.code;
  expect(await code('GET', `${path}?f=json&token=${host}`)).toBe(405);
  expect(await code('PUT', `${path}?f=json&token=${host}`)).toBe(405);
  expect(await code('POST', `portals/unknown/removeResource`, { f: 'json', token: host })).toBe(404);
  expect(await code('GET', `portals/self/nothing?f=json&token=${host}`)).toBe(404);
  expect(await code('POST', `${world.workspacePath(world.host.id)}x/delete`, { f: 'json', token: host })).toBe(404);
  const json = await ask(
    world.context,
    'POST',
    `${path}?f=json&token=${host}`,
    { key: 'x' },
    { 'content-type': 'application/json' },
  );
  expect((await json.json()).error.code).toBe(400);
  const unknown = await ask(
    world.context,
    'GET',
    `portals?f=${encodeURIComponent('<script>alert(1)</script>')}&strictStatus=true`,
  );
  expect(unknown.status).toBe(400);
  const text = await unknown.text();
  expect(text).toContain('&lt;script&gt;');
  expect(text).not.toContain('<script');
  expect(unknown.headers.get('content-security-policy')).toContain("default-src 'none'");
  const plain = await ask(world.context, 'GET', 'portals/self/users?f=json');
  expect(plain.status).toBe(200);
  expect((await plain.json()).success).toBe(false);
  const strict = await ask(world.context, 'GET', 'portals/self/users?f=json&strictStatus=true');
  expect(strict.status).toBe(499);
  const pretty = await (await ask(world.context, 'GET', 'portals/self?f=pjson')).text();
  expect(pretty).toContain('\n  "id"');
  let pulled = 0;
  const body = new ReadableStream({
    pull(controller) {
      pulled += 1024 * 1024;
      controller.enqueue(new Uint8Array(1024 * 1024));
      if (pulled > 100 * 1024 * 1024) controller.close();
    },
  });
  const { answer } = await import('../../../sw/answer.ts');
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
  const large = await answer(world.context, new Request(`${origin}/${path}?f=json&token=${host}`, init as RequestInit));
  expect((await large!.json()).error.code).toBe(413);
  expect(pulled).toBeLessThan(70 * 1024 * 1024);
});

test('a form works without script, once; a form of another site changes nothing', async () => {
  const world = await portalWorld();
  const token = world.tokens.host;
  await world.post('host', 'portals/self/addResource', { key: '"><b>a</b>', text: 'x' });
  const resources = await world.get('host', 'portals/self/resources');
  const page = await ask(world.context, 'GET', `portals/${world.host.id}?token=${token}`);
  const markup = await page.text();
  expect(markup).not.toContain('<script');
  const form = new RegExp(`action="/portals/${world.host.id}/removeResource"[^]*?name="nonce" value="([^"]+)"`).exec(
    markup,
  );
  const nonce = form![1]!;
  const values = { key: '"><b>a</b>', token, nonce, f: 'html' };
  const submit = (headers: Record<string, string>, parameters: Record<string, string> = values) =>
    ask(world.context, 'POST', `portals/${world.host.id}/removeResource`, parameters, headers, 'navigate');
  const foreign = await (await submit({ origin: 'https://evil.org' })).text();
  expect(foreign).toContain('Nothing was done');
  expect(foreign).toContain('&quot;&gt;&lt;b&gt;a&lt;/b&gt;');
  expect(await (await submit({ origin: 'null' })).text()).toContain('Nothing was done');
  expect(await (await submit({ origin }, { ...values, nonce: `${nonce}0` })).text()).toContain('Nothing was done');
  expect(await (await submit({ origin }, { ...values, nonce: '' })).text()).toContain('Nothing was done');
  expect((await world.get('host', 'portals/self/resources')).total).toBe(resources.total);
  expect(await (await submit({ origin })).text()).toContain('true');
  expect((await world.get('host', 'portals/self/resources')).total).toBe(resources.total - 1);
  // The nonce works only once: submitting the form again repeats the same request.
  await world.post('host', 'portals/self/addResource', { key: '"><b>a</b>', text: 'x' });
  expect(await (await submit({ origin })).text()).toContain('true');
  expect((await world.get('host', 'portals/self/resources')).total).toBe(resources.total);
  const otherOperation = await ask(
    world.context,
    'POST',
    `portals/${world.host.id}/addResource`,
    { ...values, text: 'y' },
    { origin },
    'navigate',
  );
  expect(await otherOperation.text()).toContain('Nothing was done');
  world.clock.now += 46 * 60_000;
  expect(await (await submit({ origin })).text()).toContain('Nothing was done');
});

test('every page of the portal can be opened: root, prefixes, forms and errors', async () => {
  const world = await portalWorld();
  const token = `?token=${world.tokens.guest}`;
  for (const prefix of ['', 'x/', 'sharing/rest/', 'x/sharing/rest/']) {
    const text = await (await ask(world.context, 'GET', `${prefix}portals/self${token}`)).text();
    expect(text).toContain('Branch office');
    expect(text).toContain(`href="/${prefix}portals/self/webhooks?token=`);
  }
  const list = await (await ask(world.context, 'GET', `portals/self/collaborations${token}`)).text();
  expect(list).toContain(`href="/portals/self/collaborations/${world.collaboration.id}?token=`);
  const form = await (await ask(world.context, 'GET', `${world.workspacePath(world.guest.id)}/sync${token}`)).text();
  expect(form).toContain('<form method="post"');
  const refused = await (await ask(world.context, 'GET', 'portals/self/users')).text();
  expect(refused).toContain('Token Required');
  const nonce = /name="nonce" value="([^"]+)"/.exec(refused)![1]!;
  const action = /action="\/([^"]+)"/.exec(refused)![1]!;
  const account = { username: 'hanna', password: 'hanna-password', nonce };
  const signedIn = await (await ask(world.context, 'POST', action, account, { origin }, 'navigate')).text();
  const [, next] = /href="\/(portals\/self\?token=[^"]+)">Open the portal/.exec(signedIn)!;
  expect(await (await ask(world.context, 'GET', next!)).text()).toContain('hanna');
});

test('the plain pages of a private service are opened with a token, and so are those that they lead to', async () => {
  const world = await portalWorld();
  await world.post('host', 'portals/self/services/updateAccess', { service: 'World', access: 'private' });
  const get = (path: string) => ask(world.context, 'GET', path, undefined, { accept: 'text/html' });
  expect(await (await get('services/World/MapServer')).text()).toContain('need a token of their portal');
  const token = `token=${world.tokens.member}`;
  const waiting = [`/services?${token}`];
  const opened = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (opened.has(path)) continue;
    opened.add(path);
    const response = await get(path.slice(1));
    expect(response.status, path).toBe(200);
    const markup = await response.text();
    if (!/html/.test(response.headers.get('content-type') ?? '')) continue;
    for (const [, name, address] of markup.matchAll(/ (href|src)="([^"]*)"/g)) {
      const target = new URL(address!.replaceAll('&amp;', '&'), `${origin}${path}`);
      const isWithin = /^\/(rest\/)?services/.test(target.pathname);
      // No other address gets the token.
      expect(target.searchParams.get('token'), address).toBe(isWithin ? world.tokens.member : null);
      if (target.pathname.startsWith('/services') && name === 'href') waiting.push(target.pathname + target.search);
    }
  }
  const paths = [...opened].map((path) => path.replace(token, ''));
  expect(paths).toEqual(expect.arrayContaining(['/services/World/MapServer?', '/services/World/MapServer/1?']));
  expect(paths).toContain('/services/World/MapServer?wsdl&');
});

test('two pages that change different things of one row at once lose neither', async () => {
  const world = await portalWorld();
  const update = (values: Record<string, string>) => world.post('host', 'portals/self/users/mona/update', values);
  await Promise.all([update({ fullName: 'Mona' }), update({ email: 'mona@a.org' }), update({ role: 'publisher' })]);
  expect(await world.store.portal.get('users', [world.host.id, 'mona'])).toMatchObject({
    fullName: 'Mona',
    email: 'mona@a.org',
    role: 'publisher',
  });
  expect((await world.post('host', 'portals/self/users/admin/update', { disabled: 'true' })).success).toBe(true);
  expect((await world.post('host', 'portals/self/users/hanna/update', { role: 'member' })).error.code).toBe(409);
});

test('a request that names itself has one effect however often it comes, two at once included', async () => {
  const world = await portalWorld();
  const add = () =>
    world.post('publisher', 'portals/self/items/addItem', { title: 'A', text: 'a' }, { 'x-request-id': 'one' });
  const answers = await Promise.all([add(), add(), add()]);
  expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
  expect((await world.get('member', 'portals/self/items')).total).toBe(2);
});

test('a private map service is in SOAP as one that does not exist, but for those with a token of its portal', async () => {
  const world = await portalWorld();
  await world.post('host', 'portals/self/services/updateAccess', { service: 'World', access: 'private' });
  const { answer } = await import('../../../sw/answer.ts');
  const call = async (query: string, service = 'World') => {
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetMapCount xmlns="urn:gis:schemas/3.2.0"/></s:Body></s:Envelope>`;
    const init = { method: 'POST', body, headers: { 'content-type': 'text/xml' } };
    const response = await answer(world.context, new Request(`${origin}/services/${service}/MapServer${query}`, init));
    return response!.text();
  };
  for (const query of ['', '?token=x', `?token=${world.tokens.guest}`])
    expect(await call(query), query).toBe((await call(query, 'Nowhere')).replaceAll('Nowhere', 'World'));
  expect(await call('')).toMatch(/Fault.*<tns:Code>unknown-service</);
  expect(await call('?token=x')).toMatch(/<tns:Entry name="code">498</);
  expect(await call(`?token=${world.tokens.member}`)).toMatch(/GetMapCountResponse.*<Result>1</);
  const names = async (query: string) =>
    (await send(world.context, 'GET', `services?f=json${query}`)).services.map(
      (service: { name: string }) => service.name,
    );
  expect(await names('')).toEqual([]);
  expect(await names(`&token=${world.tokens.member}`)).toEqual(['World']);
});

test('errors of sign-in have a number and no code beside it, as clients look for the number', async () => {
  const world = await portalWorld();
  const { error } = await send(world.context, 'GET', 'portals/self/groups?f=json&token=wrong');
  expect([error.code, 'messageCode' in error]).toEqual([498, false]);
  for (const [code, expected] of [
    ['bad-token', { code: 498 }],
    ['token-required', { code: 499 }],
    ['bad-value', { code: 400, messageCode: 'bad-value' }],
  ] as const) {
    const answer = await restError(
      new Fault(code, 'No.'),
      new Request(`${origin}/rest/info`),
      new Map([['f', 'json']]),
    );
    expect((await answer.json()).error).toEqual({ ...expected, message: 'No.', details: ['No.'] });
  }
});
