import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { gridOperations } from '@almagest/contracts/grid';
import request from 'supertest';
import { ADMIN_TOKEN, openWorld, type World } from './world.ts';

const folder = new URL('../console/', import.meta.url);
const files = readdirSync(folder).filter((file) => /\.(?:js|css|svg)$/.test(file));
const modules = files.filter((file) => file.endsWith('.js'));

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

let world: World;

beforeAll(async () => {
  world = await openWorld({ worker: false });
});

afterAll(async () => {
  await world.close();
});

function sourceOf(file: string): string {
  return readFileSync(new URL(file, folder), 'utf8');
}

function typeOf(file: string): string | undefined {
  return TYPES[file.slice(file.lastIndexOf('.') + 1)];
}

/** The files that the browser loads because of a module. There are only static imports (see below). */
function importsOf(file: string): string[] {
  return [...sourceOf(file).matchAll(/^(?:import|export)\b[^'"`;]*?\bfrom '([^']+)'|^import '([^']+)'/gm)].map(
    ([, from, bare]) => from ?? bare ?? '',
  );
}

/** The policy's directives with their sources. */
function policyOf(header: string | undefined): Map<string, string[]> {
  return new Map(
    (header ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/ +/);
      return [name, sources];
    }),
  );
}

function expectStrict(header: string | undefined): void {
  const policy = policyOf(header);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  for (const directive of ['script-src', 'style-src', 'img-src', 'connect-src'])
    expect([directive, policy.get(directive)]).toEqual([directive, ["'self'"]]);
  for (const directive of ['base-uri', 'form-action', 'frame-ancestors'])
    expect([directive, policy.get(directive)]).toEqual([directive, ["'none'"]]);
}

test('serves the page with a policy that runs and loads nothing but its own files', async () => {
  const reply = await world.anyone('get', '/').expect(200);
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
  expectStrict(reply.headers['content-security-policy']);
  expect(reply.text).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
  expect(reply.text).not.toMatch(/<script(?![^>]*\ssrc=)/i);
});

test.each(files)('serves %s as what it is, and anew only when it has changed', async (file) => {
  const reply = await world.anyone('get', `/console/${file}`).expect(200);
  expect(reply.headers['content-type']).toBe(typeOf(file));
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
  expectStrict(reply.headers['content-security-policy']);
  expect(reply.headers['cache-control']).toBe('no-cache');
  const text = reply.text ?? (reply.body as Buffer).toString('utf8');
  expect(text).toBe(sourceOf(file));
  await world
    .anyone('get', `/console/${file}`)
    .set('If-None-Match', reply.headers['etag'] ?? '')
    .expect(304);
});

test('serves nothing that is not the browser’s', async () => {
  for (const file of ['tsconfig.json', 'index.html', 'missing.js', '..%2Fpackage.json', '..%2Fsrc%2Fapi.ts'])
    await world.anyone('get', `/console/${file}`).expect(404);
});

test('has every file that the page and its modules ask for, and no file that none asks for', () => {
  const page = sourceOf('index.html');
  const linked = [...page.matchAll(/(?:href|src)="\/console\/([^"]+)"/g)].map(([, file]) => file ?? '');
  const asked = new Set(linked);
  // A set is walked on while it grows: the modules' modules come too.
  for (const file of asked) {
    if (!file.endsWith('.js')) continue;
    for (const specifier of importsOf(file)) {
      expect([file, specifier]).toEqual([file, expect.stringMatching(/^\.\/[\w-]+\.js$/)]);
      asked.add(specifier.slice(2));
    }
  }
  expect([...asked].toSorted()).toEqual(files.toSorted());
});

test.each(modules)('imports into %s only what the other modules export', (file) => {
  const source = sourceOf(file);
  const statements = [...source.matchAll(/^import \{([^}]*)\} from '\.\/([^']+)'/gm)];
  expect(statements).toHaveLength(importsOf(file).length);
  for (const [, names = '', from = ''] of statements) {
    const exported = [...sourceOf(from).matchAll(/^export (?:async )?(?:function|class|const|let) (\w+)/gm)].map(
      ([, name]) => name,
    );
    for (const name of names.split(',').map((part) => part.trim()))
      if (name !== '') expect([from, exported]).toEqual([from, expect.arrayContaining([name])]);
  }
});

test.each(modules)('never reads a text as markup or code in %s', (file) => {
  expect(sourceOf(file)).not.toMatch(
    /\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|setHTMLUnsafe|createContextualFragment)\b|new Function\b|\bimport\(/,
  );
  // A style attribute would be refused by the page's own policy.
  expect(sourceOf(file)).not.toMatch(/\bstyle: |'style'/);
});

/** Every path of the API that the console's modules spell, its variable parts as `{}`. */
function apiPaths(): string[] {
  const paths = modules.flatMap((file) => {
    const source = sourceOf(file);
    const whole = [...source.matchAll(/['"`](\/(?:api\/|login|logout)[^'"`?]*)['"`?]/g)].map(([, path]) => path ?? '');
    const ofWorkflow = [...source.matchAll(/workflowPath\([\w.]+(?:, ['"`]([^'"`?]*?)(?:['"`?]|\$\{filter))?/g)].map(
      ([, rest = '']) => `/api/workflows/{}${rest}`,
    );
    const ofNode = [...source.matchAll(/^ \* @param \{((?:'\w+'(?: \| )?)+)\} action/gm)].flatMap(([, actions = '']) =>
      [...actions.matchAll(/'(\w+)'/g)].map(([, action]) => `/api/admin/nodes/{}/${action}`),
    );
    return [...whole, ...ofWorkflow, ...ofNode];
  });
  return [...new Set(paths.map((path) => path.replaceAll(/\$\{[^}]*\}/g, '{}')))].filter(
    // Two paths that are composed of an action or a rest. Their full forms are found at their callers.
    (path) => path !== '/api/workflows/{}{}' && path !== '/api/admin/nodes/{}/{}',
  );
}

test('asks only for what the OpenAPI document has', async () => {
  const { body } = await world.anyone('get', '/openapi.json').expect(200);
  const documented = Object.keys((body as { paths: Record<string, unknown> }).paths).map((path) =>
    path.replaceAll(/\{[^{}]*\}/g, '{}'),
  );
  const asked = apiPaths();
  expect(asked.filter((path) => !documented.includes(path))).toEqual([]);
  // The search above must not lose sight of the calls.
  expect(asked).toEqual(
    expect.arrayContaining([
      '/login',
      '/api/events',
      '/api/status',
      '/api/seed/{}',
      '/api/admin/nodes/{}/reissue',
      '/api/workflows/{}',
      '/api/workflows/{}/start',
      '/api/workflows/{}/points',
      '/api/workflows/{}/points.csv',
      '/api/workflows/{}/points/{}/explain',
    ]),
  );
});

test('opens with a login, and what the session cookie reads and changes', async () => {
  await world.anyone('get', '/api/session').expect(401);
  const reply = await world.anyone('post', '/login').send({ username: 'admin', password: ADMIN_TOKEN }).expect(200);
  const [cookie = ''] = reply.headers['set-cookie'] as unknown as string[];
  expect(cookie).toMatch(/^grid_session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
  const session = cookie.split(';')[0] ?? '';
  const send = (method: 'get' | 'post', path: string) => request(world.url)[method](path).set('Cookie', session);
  const reads = Object.values(gridOperations).filter(({ path, method }) => method === 'get' && !path.includes('{'));
  for (const { path, role } of reads) {
    if (role === 'public' || role === 'node' || path === '/api/events' || path.startsWith('/api/data/')) continue;
    await send('get', path).expect(200);
  }
  const workflow = { name: 'from-the-console', config_yaml: 'no yaml: [' };
  // As a page of another origin would send it, with the cookie that the browser adds.
  await send('post', '/api/workflows').set('Origin', 'https://elsewhere.example').send(workflow).expect(403);
  const refused = await send('post', '/api/workflows').set('Origin', world.url).send(workflow).expect(400);
  expect((refused.body as { message: string }).message).toMatch(/\S/);
  await send('post', '/logout').set('Origin', world.url).expect(200);
  await send('get', '/api/session').expect(401);
});
