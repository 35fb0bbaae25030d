import type { Operation } from '@almagest/contracts';
import { literatureOperations } from '@almagest/contracts/literature';
import { knownValues } from '@almagest/test-kit/operation-keys';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApiProcess, startWorkerProcess, type Program } from './processes.ts';
import { givenFound } from '../papers.ts';
import { openWorld, type World } from '../world.ts';

const SECRETS = {
  API_TOKEN: 'library!tökén-of-ours',
  CATALOG_API_KEY: 'a-catalog-key-nobody-knows',
  OPENAI_API_KEY: 'sk-a-key-nobody-knows',
};
const GUESSED = 'guessed-by-somebody';

let world: World;
const started: Program[] = [];
beforeAll(async () => {
  world = await openWorld({ worker: false });
});
afterAll(async () => {
  for (const program of started) await program.kill();
  await world.close();
});

/** Calls every operation with the token and one paper. Parameters that an operation ignores contain the token too. */
async function callEverything(url: string, token: string, bibcode: string): Promise<void> {
  const operations: Operation[] = Object.values(literatureOperations);
  const asked = { bibcode, q: 'star' };
  const told = { bibcode, q: 'star', query: 'star', question: 'star?', prompt: 'star?' };
  const calls = operations.flatMap((operation) => [
    { ...operation, values: knownValues(operation.query, asked), content: knownValues(operation.body, told) },
    { ...operation, values: { ...asked, token }, content: { ...told, token } },
  ]);
  const answers = calls.map(async ({ method, path, values, content }) => {
    const query = new URLSearchParams(values);
    const answer = await fetch(`${url}${path.replaceAll(/\{\w+\}/g, '0')}?${query.toString()}`, {
      method: method.toUpperCase(),
      headers: {
        authorization: `Bearer ${encodeURI(token)}`,
        'x-api-key': encodeURI(token),
        cookie: `token=${encodeURI(token)}`,
      },
      ...(method === 'get' || method === 'delete' ? {} : { body: JSON.stringify(content) }),
      // A long list that fails midway breaks its connection.
    }).catch(() => undefined);
    // Event streams never end.
    await answer?.body?.cancel();
  });
  await Promise.all(answers);
}

test.each([
  ['good', {}],
  ['bad', { CATALOG_API_KEY: SECRETS.CATALOG_API_KEY, OPENAI_API_KEY: SECRETS.OPENAI_API_KEY }],
])('no process logs a credential at any level, with %s keys, for any request or failure', async (_how, keys) => {
  const { bibcode } = await givenFound(world, 'tanaka2012');
  const env = { ...world.env, ...keys, API_TOKEN: encodeURI(SECRETS.API_TOKEN) };
  const api = await startApiProcess(env, 'trace');
  const worker = await startWorkerProcess(env, 'trace');
  started.push(api, worker);
  const callAll = async () => {
    await callEverything(api.url, SECRETS.API_TOKEN, bibcode);
    await callEverything(api.url, GUESSED, bibcode);
  };
  await callAll();
  for (const table of ['paper', 'batch']) await world.sql(`alter table ${table} rename to ${table}_away`);
  try {
    await callAll();
    await until(() => worker.output().includes('"level":50'), 'an error in the log of the worker');
  } finally {
    for (const table of ['paper', 'batch']) await world.sql(`alter table ${table}_away rename to ${table}`);
  }
  const lines = api.output().split('\n');
  for (const status of [200, 400, 401, 404, 500])
    expect([status, lines.some((line) => line.includes(`"status":${status},`))]).toEqual([status, true]);
  const printed = api.output() + worker.output();
  const { API_TOKEN, ...ownKeys } = { ...SECRETS, ...env };
  const secrets = [API_TOKEN, SECRETS.API_TOKEN, GUESSED, ownKeys.CATALOG_API_KEY, ownKeys.OPENAI_API_KEY];
  expect(secrets.filter((secret) => printed.includes(secret))).toEqual([]);
});
