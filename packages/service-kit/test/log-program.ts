import { request } from 'node:http';
import pg from 'pg';
import { openLog } from '../src/process/log.ts';

// Logs what services log, with a secret in every possible place. `log.test.ts` runs it.
const SECRET = 'hunter2';
const log = openLog('program', 'debug');

log.info(
  {
    headers: { authorization: `Bearer ${SECRET}`, cookie: `session=${SECRET}`, 'set-cookie': [`session=${SECRET}`] },
    req: { headers: { authorization: `Bearer ${SECRET}`, cookie: `session=${SECRET}` } },
    body: { password: SECRET, token: SECRET, node_token: SECRET, registration_secret: SECRET },
    password: SECRET,
    token: `a"b${SECRET}`,
    node_token: SECRET,
    registration_secret: SECRET,
    'x-api-key': SECRET,
    config: {
      databaseUrl: `postgresql://grid:${SECRET}@db/grid`,
      adminToken: SECRET,
      adminPassword: SECRET,
      apiKey: SECRET,
      API_KEY: SECRET,
    },
    databaseUrl: `postgresql://grid:${SECRET}@db/grid`,
  },
  'with secrets',
);

log.error({ err: new Error(`cannot reach postgresql://grid:${SECRET}@db:5432/grid?sslmode=require`) }, 'with a URL');
const both = [
  new Error(`Authorization: Bearer a!§"\\${SECRET}`),
  Object.assign(new Error('second'), { body: { SECRET } }),
];
log.error({ err: new AggregateError(both, 'both failed') }, 'with several');
log.error({ err: new Error('wrapped', { cause: new Error(`redis://:${SECRET}@cache:6379 is away`) }) }, 'with a cause');

// pg and node:http attach their options to their errors.
const client = new pg.Client({ connectionString: `postgresql://grid:${SECRET}@127.0.0.1:1/grid` });
await client.connect().catch((error: Error) => log.error({ err: Object.assign(error, { client }) }, 'of pg'));
const failed = request({ port: 1, host: '127.0.0.1', headers: { authorization: `Bearer ${SECRET}` } });
failed
  .on('error', (error) => log.error({ err: Object.assign(error, { request: failed, sent: [SECRET] }) }, 'of a client'))
  .end();
log.error({ err: 'a text instead of an error' }, 'of a text');
