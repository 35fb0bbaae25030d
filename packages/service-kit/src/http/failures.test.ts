import { describe, expect, test } from '@jest/globals';
import type { FailureStyle } from '@almagest/contracts';
import { gridOperations } from '@almagest/contracts/grid';
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sendFailure, failureStyleOf } from './failures.ts';
import { Refusal, type RefusalKind } from './refusal.ts';

/** Serves an operation while `use` runs. */
async function whileServing<T>(operation: express.RequestHandler, use: (url: string) => Promise<T>): Promise<T> {
  const server = express().get('/', operation).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  }
}

/** Returns the response and the logged faults of an operation that fails with `error`. */
async function answerTo(error: unknown, style: FailureStyle = 'envelope') {
  const faults: unknown[] = [];
  return await whileServing(
    (_req, res) => {
      sendFailure(error, style, res, (fault) => faults.push(fault));
    },
    async (url) => {
      const response = await fetch(url);
      return { status: response.status, headers: response.headers, body: await response.text(), faults };
    },
  );
}

describe('a refusal', () => {
  test.each<[RefusalKind, number]>([
    ['malformed', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['unknown', 404],
    ['conflict', 409],
    ['too_large', 413],
    ['too_many', 429],
    ['upstream_failed', 500],
    ['upstream_refused', 502],
    ['upstream_silent', 504],
    ['unavailable', 503],
  ])('of kind %s is answered %d, with its message and without a log entry', async (kind, status) => {
    const answer = await answerTo(new Refusal(kind, 'why "not"'));
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ success: false, message: 'why "not"', data: null });
    expect(answer.faults).toEqual([]);
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    expect(answer.headers.get('retry-after')).toBe(status === 503 ? '5' : null);
  });

  test('is worded in the style of its operation', async () => {
    const refusal = new Refusal('unknown', 'no such seed');
    const [envelope, node, text] = [
      await answerTo(refusal, 'envelope'),
      await answerTo(refusal, 'node'),
      await answerTo(refusal, 'text'),
    ];
    expect(JSON.parse(envelope.body)).toEqual({ success: false, message: 'no such seed', data: null });
    expect(JSON.parse(node.body)).toEqual({ status: 'error', message: 'no such seed' });
    expect(text.body).toBe('no such seed');
    expect([envelope, node, text].map(({ headers }) => headers.get('content-type')?.split(';')[0])).toEqual([
      'application/json',
      'application/json',
      'text/plain',
    ]);
  });
});

describe('a fault', () => {
  test.each([
    ['an error', new Error('password=hunter2')],
    ['a database error', Object.assign(new Error('hunter2'), { code: '23505' })],
    ['an error that says it is the server’s', Object.assign(new Error('hunter2'), { status: 502, expose: true })],
    [
      'an error of the client that must not be shown',
      Object.assign(new Error('hunter2'), { status: 404, expose: false }),
    ],
    ['a text', 'hunter2'],
    ['a number', 404],
  ])('%s is logged once and answered 500 without detail', async (_what, error) => {
    for (const style of ['envelope', 'node', 'text'] as const) {
      const answer = await answerTo(error, style);
      expect([answer.status, answer.faults]).toEqual([500, [error]]);
      expect(answer.body).toContain('internal error');
      expect(answer.body).not.toContain('hunter2');
    }
  });

  test('cuts off a response that has begun, so that the client does not consider it complete', async () => {
    const error = new Error('the disk is gone');
    const faults: unknown[] = [];
    await whileServing(
      (_req, res) => {
        res.write('the first half', () => {
          sendFailure(error, 'text', res, (fault) => faults.push(fault));
        });
      },
      async (url) => {
        await expect(fetch(url).then((response) => response.text())).rejects.toThrow(/terminated|fetch failed/);
      },
    );
    expect(faults).toEqual([error]);
  });
});

describe('a refusal of Express or its parsers', () => {
  const parserError = (fields: object) => Object.assign(new Error('original words'), fields);

  test.each([
    [
      'broken JSON',
      parserError({ status: 400, expose: true, type: 'entity.parse.failed' }),
      400,
      'the body is not valid JSON: original words',
    ],
    [
      'a large body',
      parserError({ status: 413, expose: true, type: 'entity.too.large', limit: 1024 }),
      413,
      'the body is larger than 1024 bytes',
    ],
    [
      'a large body without a limit',
      parserError({ status: 413, type: 'entity.too.large' }),
      413,
      'the body is larger than the allowed number of bytes',
    ],
    ['an odd media type', parserError({ status: 415, expose: true }), 400, 'original words'],
    ['another fault of the client', parserError({ status: 405 }), 405, 'original words'],
    ['a broken path', new URIError('URI malformed'), 400, 'the path is not valid percent-encoding'],
  ])('%s is an error of the client', async (_what, error, status, message) => {
    const answer = await answerTo(error);
    expect([answer.status, answer.faults]).toEqual([status, []]);
    expect(JSON.parse(answer.body)).toEqual({ success: false, message, data: null });
  });
});

test.each([
  ['/api/task/claim', 'node'],
  ['/api/task/report', 'node'],
  ['/api/node/heartbeat', 'node'],
  ['/api/admin/import_seed', 'node'],
  ['/api/admin/nodes/x/nothing', 'envelope'],
  ['/api/seed/x/y', 'text'],
  ['/api/data/file/', 'text'],
  ['/api/workflows/a/b/c', 'envelope'],
  ['/nowhere', 'envelope'],
  ['/', 'envelope'],
])('an unanswered request for %s fails in the style %s', (path, style) => {
  expect(failureStyleOf(gridOperations, path)).toBe(style);
});

test('a service whose operations share one failure style uses no other', () => {
  const table = { a: { path: '/api/a', failures: 'text' }, b: { path: '/b', failures: 'text' } };
  for (const path of ['/api/a', '/nowhere', '/', '/.env']) expect(failureStyleOf(table as never, path)).toBe('text');
});

test('the longest matching path determines the style, regardless of its place in the table', () => {
  const heartbeat = { path: '/api', failures: 'node' };
  const getSeed = { path: '/api/seed/{name}', failures: 'text' };
  for (const table of [
    { heartbeat, getSeed },
    { getSeed, heartbeat },
  ]) {
    const styles = ['/api/seed/x/y', '/api/x', '/x'].map((path) => failureStyleOf(table as never, path));
    expect(styles).toEqual(['text', 'node', 'envelope']);
  }
});
