import { beforeAll, describe, expect, test } from '@jest/globals';
import { API_VERSION } from '@almagest/contracts';
import { gridDocument, gridOperations } from '@almagest/contracts/grid';
import { compile } from '@almagest/contracts/validate';
import { fitsTemplate } from '@almagest/test-kit/path-template';
import { raw } from '@almagest/test-kit/raw-http';
import type { TSchema } from 'typebox';
import { ADMIN_TOKEN, configYaml, givenNode, givenRunning, useWorld, type TestNode } from './world.ts';

const world = useWorld();
let document: Document;
let converged: string;
let node: TestNode;
beforeAll(async () => {
  const answer = await world.anyone('get', '/openapi.json').expect(200);
  document = answer.body as Document;
  await givenRunning(world, 'shapes', configYaml({ teff: ['20000', '22000'] }));
  node = await givenNode(world, 'shaper');
  const task = await node.claimSoon();
  await node.converge(task);
  converged = task.point_name;
});

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: TSchema }>>;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: TSchema }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Answer extends Content {
  readonly description: string;
  readonly $ref?: string;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, TSchema>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

/** Replaces the references in a schema of the document by the components. */
function resolved(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    const name = (value as { $ref?: string } | null)?.$ref?.replace('#/components/schemas/', '');
    return name === undefined ? value : resolved(document.components.schemas[name] as TSchema);
  }) as TSchema;
}

function described(): (Described & { path: string; method: string })[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const answers = Object.entries(operation.responses).map(([status, answer]): [string, Answer] => {
        const name = answer.$ref?.replace('#/components/responses/', '');
        return [status, name === undefined ? answer : (document.components.responses[name] as Answer)];
      });
      return { ...operation, responses: Object.fromEntries(answers), path, method };
    }),
  );
}

const NAMES = Object.keys(gridOperations) as (keyof typeof gridOperations)[];
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, 'x');

async function answers(method: string, path: string): Promise<boolean> {
  const answer = await raw(world.url, { method: method.toUpperCase(), path });
  return !([404, 405].includes(answer.status) && answer.text.includes('no operation answers'));
}

describe('the OpenAPI document', () => {
  test("is version 3.1 and has the service's version", () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: expect.any(String), version: API_VERSION } });
    const known = ['openapi', 'info', 'jsonSchemaDialect', 'servers', 'paths', 'webhooks', 'components', 'security'];
    expect(Object.keys(document).filter((key) => ![...known, 'tags', 'externalDocs'].includes(key))).toEqual([]);
  });

  test('matches the committed file', () => {
    expect(document).toEqual(JSON.parse(JSON.stringify(gridDocument())));
  });

  test('has every operation of the contract once, and no other', () => {
    expect(
      described()
        .map(({ operationId }) => operationId)
        .sort(),
    ).toEqual(NAMES.toSorted());
  });

  test('lists exactly the paths that the service answers', async () => {
    for (const path of Object.keys(document.paths)) {
      for (const method of METHODS) {
        // A fixed segment can match another path's parameter.
        const expected = described().some((each) => each.method === method && fitsTemplate(each.path, filled(path)));
        expect([method, path, await answers(method, filled(path))]).toEqual([method, path, expected]);
      }
    }
  });

  test.each(NAMES)('describes %s as OpenAPI 3.1 requires', (name) => {
    const operation = described().find(({ operationId }) => operationId === name) as ReturnType<typeof described>[0];
    expect(operation.path).toMatch(/^\/([\w.-]+|\{\w+\})?(\/([\w.-]+|\{\w+\}))*$/);
    expect(operation.summary).toMatch(/\S/);
    expect(operation.tags).toHaveLength(1);
    const inPath = operation.parameters.filter((each) => each.in === 'path');
    expect(inPath.map((each) => each.name)).toEqual(
      [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
    );
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(operation.parameters.every((each) => ['path', 'query'].includes(each.in))).toBe(true);
    const schemes = Object.keys(document.components.securitySchemes);
    expect(operation.security.flatMap((each) => Object.keys(each)).filter((each) => !schemes.includes(each))).toEqual(
      [],
    );
    expect(Object.keys(operation.responses)).toContain('200');
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[2-5]\d\d$/);
      expect(response.description).toMatch(/\S/);
    }
    const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((each) =>
      Object.values(each?.content ?? {}),
    );
    for (const { schema } of [...contents, ...operation.parameters])
      expect(() => compile(resolved(schema))).not.toThrow();
  });

  test('has a readable page with every operation and no script', async () => {
    const { text, headers } = await world.anyone('get', '/docs').expect(200);
    expect(headers['content-type']).toMatch(/^text\/html/);
    for (const name of [...NAMES, ...Object.keys(document.components.schemas)]) expect(text).toContain(`id="${name}"`);
    expect(text).not.toMatch(/<script/i);
  });

  test('describes the input that operations read', async () => {
    const paths: [string, string][] = [
      ['listPoints', '/api/workflows/shapes/points'],
      ['readPoint', `/api/workflows/shapes/points/${converged}`],
      ['explainPoint', `/api/workflows/shapes/points/${converged}/explain`],
      ['readStats', '/api/workflows/shapes/stats'],
      ['readProgress', '/api/workflows/shapes/progress'],
      ['readWorkflow', '/api/workflows/shapes'],
      ['listWorkflows', '/api/workflows'],
      ['listNodes', '/api/admin/nodes'],
      ['readStatus', '/api/status'],
      ['readScheduling', '/api/scheduling'],
      ['listRunningTasks', '/api/tasks'],
    ];
    for (const [name, path] of paths) {
      const schema = described().find(({ operationId }) => operationId === name)?.responses['200']?.content?.[
        'application/json'
      ]?.schema;
      const { body } = await world.admin('get', path).expect(200);
      expect([name, compile(resolved(schema as TSchema))(body)]).toEqual([name, { ok: true, value: body }]);
    }
  });
});

describe('every response', () => {
  const get = (path: string, headers: Record<string, string> = {}) => raw(world.url, { path, headers });

  test.each(['/healthz', '/', '/docs', '/api/status', '/api/seed/x', '/nowhere', '/metrics'])(
    'of %s has protective headers and reveals no software',
    async (path) => {
      const { headers } = await get(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringMatching(/default-src '(?:self|none)'.*script-src 'self'/),
      });
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers.server).toBeUndefined();
    },
  );

  test.each(['/healthz', '/api/status', '/nowhere'])('of %s allows no other site', async (path) => {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await raw(world.url, {
        method,
        path,
        headers: {
          origin: 'https://elsewhere.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test("has its own id, or the request's id if that is harmless", async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await get('/healthz')).headers['x-request-id']),
    );
    expect(new Set(ids).size).toBe(20);
    expect((await get('/nowhere', { 'x-request-id': 'from.a-proxy_1' })).headers['x-request-id']).toBe(
      'from.a-proxy_1',
    );
    for (const odd of ['', 'a b', '<script>', 'x'.repeat(65), 'a;b'])
      expect((await get('/healthz', { 'x-request-id': odd })).headers['x-request-id']).toMatch(/^[0-9a-f]{8}-\d+$/);
  });

  test('with data is not cached', async () => {
    const authorization = `Bearer ${ADMIN_TOKEN}`;
    expect((await get('/api/status', { authorization })).headers['cache-control']).toBe('no-store');
    const session = await get('/api/session', { authorization });
    expect(session.headers['set-cookie']).toBeUndefined();
    expect(JSON.parse(session.text)).toMatchObject({ data: { username: 'admin', expires_at: null } });
  });
});

describe('a probe', () => {
  test('of health works without the database, and of readiness only with a current schema', async () => {
    const ready = await world.anyone('get', '/readyz').expect(200);
    expect(ready.body).toEqual({ status: 'ok' });
    await world.sql('alter table kysely_migration rename to hidden');
    try {
      const { body } = await world.anyone('get', '/readyz').expect(503);
      expect(body).toEqual({ success: false, message: expect.stringContaining('migration'), data: null });
      expect((await world.anyone('get', '/healthz').expect(200)).body).toMatchObject({ status: 'ok' });
    } finally {
      await world.sql('alter table hidden rename to kysely_migration');
    }
    await world.anyone('get', '/readyz').expect(200);
  });

  test('of metrics returns numbers, with requests grouped by operation', async () => {
    await node.beat(0);
    await world.anyone('get', '/nowhere/at/all');
    await world.anyone('get', '/api/seed/some-point');
    const { text, headers } = await world.anyone('get', '/metrics').expect(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=/);
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(
      lines.filter((line) => !/^[a-z_:][\w:]*(\{[^}]*\})? (-?[\d.]+(e[+-]?\d+)?|NaN|[+-]Inf)$/i.test(line)),
    ).toEqual([]);
    expect(text).toMatch(/^grid_nodes\{status="online"\} 1$/m);
    expect(text).toMatch(/^grid_points\{workflow="shapes",status="converged"\} 1$/m);
    const labels = new Set([...text.matchAll(/operation="([^"]*)"/g)].map((match) => match[1] ?? ''));
    // A label for each address would let anyone fill the memory.
    expect([...labels].filter((label) => label !== 'none' && !NAMES.includes(label as never))).toEqual([]);
    expect([...labels]).toEqual(expect.arrayContaining(['none', 'downloadSeed', 'readHealth']));
  });
});
