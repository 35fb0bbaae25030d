import { statusesOf, type Operation } from '@almagest/contracts';
import { literatureDocument, literatureOperations } from '@almagest/contracts/literature';
import { fitsTemplate } from '@almagest/test-kit/path-template';
import { describe, expect, test } from '@jest/globals';
import { runScript } from './faults/processes.ts';
import { readConfig } from '../src/config.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

interface Described {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, unknown>>;
  readonly security: readonly object[];
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

async function document(): Promise<Document> {
  return (
    await world
      .call('get', '/openapi.json')
      .expect(200)
      .expect('Content-Type', /^application\/json/)
  ).body as Document;
}

const operations: Readonly<Record<string, Operation>> = literatureOperations;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

describe('the OpenAPI document', () => {
  test('is generated from the contract', async () => {
    const served = await document();
    expect(served).toEqual(JSON.parse(JSON.stringify(literatureDocument())));
    expect(served.openapi).toBe('3.1.0');
  });

  test('has every operation of the contract once, with its parameters, body and responses', async () => {
    const described = Object.entries((await document()).paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );
    expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(operations).toSorted());
    for (const { operationId, path, method, parameters, requestBody, responses, security } of described) {
      const operation = operations[operationId] as Operation;
      expect({ operationId, path, method }).toEqual({ operationId, path: operation.path, method: operation.method });
      const named = [
        ...Object.keys(operation.params?.properties ?? {}),
        ...Object.keys(operation.query?.properties ?? {}),
      ];
      expect(parameters.map(({ name }) => name)).toEqual(named);
      const media = { 'application/json': operation.body, 'multipart/form-data': operation.form };
      const taken = Object.entries(media).flatMap(([type, part]) => (part === undefined ? [] : [type]));
      expect(Object.keys(requestBody?.content ?? {})).toEqual(taken);
      expect(Object.keys(responses)).toEqual(['200', ...statusesOf(operation).map(String)].toSorted());
      // An operation that can return 401 documents the token. A sign-in refuses a password or a passkey.
      if (!['signIn', 'signInWithPasskey'].includes(operationId))
        expect(security.length > 0).toBe(operation.statuses.includes(401));
    }
  });

  test('names exactly the routes of the service: other methods of a path are unknown', async () => {
    const { paths } = await document();
    for (const path of Object.keys(paths)) {
      const address = path.replaceAll(/\{\w+\}/g, 'x');
      for (const method of METHODS) {
        const answer = await fetch(world.url + address, { method });
        // The event stream never ends.
        const text = [404, 405].includes(answer.status) ? await answer.text() : await answer.body?.cancel();
        const isMounted = Object.entries(paths).some(
          ([template, methods]) => methods[method.toLowerCase()] !== undefined && fitsTemplate(template, address),
        );
        expect([method, path, text?.includes('no operation answers') === true]).toEqual([method, path, !isMounted]);
      }
    }
  });

  test('is also shown as a page', async () => {
    const { text } = await world
      .call('get', '/docs')
      .expect(200)
      .expect('Content-Type', /^text\/html/);
    for (const { path } of Object.values(operations))
      expect(text).toContain(
        path
          .replaceAll(/\{[^{}]*\}/g, '')
          .split('/')
          .filter(Boolean)[0] ?? '',
      );
  });
});

test('every operation is under /api, except those about the service itself', () => {
  for (const [name, { path, role, tag }] of Object.entries(operations)) {
    // Sign-in operations are public at any path. The address of a bibliography has its own key.
    if ((role === 'public' && tag === 'account') || name === 'readBibliography' || name === 'callMcp') continue;
    expect([name, path.startsWith('/api/') || path === '/api']).toEqual([name, role !== 'public']);
  }
});

describe('a process', () => {
  const run = async (program: 'api' | 'worker', env: Record<string, string | undefined>, args: string[] = []) => {
    const started = runScript(program, { ...world.env, ...env }, args);
    return { code: await started.exited, output: started.output() };
  };

  const OPEN = /^HOST is .*API_TOKEN is not set.*ALLOW_OPEN=1$/m;

  test.each(['0.0.0.0', '::', '192.0.2.7', 'example.org'])('cannot listen on %s without a token', (host) => {
    expect(() => readConfig({ ...world.env, HOST: host }, [])).toThrow(OPEN);
    expect(readConfig({ ...world.env, HOST: host, API_TOKEN: 'x'.repeat(40) }, [])).toMatchObject({ host });
    expect(readConfig({ ...world.env, HOST: host, ALLOW_OPEN: '1' }, [])).toMatchObject({ host });
  });

  test.each(['api', 'worker'] as const)('that tries to do so exits with the reason (%s)', async (program) => {
    const { code, output } = await run(program, { HOST: '0.0.0.0' });
    expect(code).toBe(78);
    expect(output).toMatch(OPEN);
    expect(output).not.toMatch(/\bat /);
  });

  test('reports all errors in its configuration at once, by variable', async () => {
    const { code, output } = await run('api', {
      DATABASE_URL: undefined,
      PORT: '70000',
      MAX_UPLOAD_BYTES: '0',
      CATALOG_API_URL: 'ftp://catalog',
      UPSTREAM_TIMEOUT_MS: 'long',
      LOG_LEVEL: 'loud',
    });
    expect(code).toBe(78);
    for (const name of [
      'DATABASE_URL',
      'PORT',
      'MAX_UPLOAD_BYTES',
      'CATALOG_API_URL',
      'UPSTREAM_TIMEOUT_MS',
      'LOG_LEVEL',
    ])
      expect(output).toContain(name);
  });
});
