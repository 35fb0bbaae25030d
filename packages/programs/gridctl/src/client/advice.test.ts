import { expect, test } from '@jest/globals';
import { gridOperations } from '@almagest/contracts/grid';
import { explainRefusal, type Refusal } from './advice.ts';

const url = 'http://grid';
const refused = (over: Partial<Refusal>) =>
  explainRefusal({
    operation: gridOperations.readWorkflow,
    url,
    credential: { kind: 'none' },
    status: 404,
    body: '{"success":false,"message":"unknown workflow","data":null}',
    headers: {},
    ...over,
  });

test("all three error formats, and a proxy's pages, become one line", () => {
  expect(refused({}).message).toBe(
    'unknown workflow (404 from http://grid); gridctl workflows list shows all workflows',
  );
  expect(refused({ status: 409, body: '{"status":"error","message":"busy\\u001b[2J"}' }).reason).toBe('busy\ufffd[2J');
  expect(refused({ status: 400, body: 'illegal\nname' }).message).toBe('illegal name (400 from http://grid)');
  expect(refused({ status: 502, body: '<html>Bad Gateway</html>' }).message).toMatch(
    /^failed with status 502 .*try again$/,
  );
});

test('a coordinator that answers is not reported as down, and MAX_SEED_BYTES is mentioned for seeds only', () => {
  const body = '{"success":false,"message":"the disk for files is full. Try again in a while","data":null}';
  expect(refused({ status: 503, body }).message).toBe(
    'the disk for files is full. Try again in a while (503 from http://grid)',
  );
  expect(refused({ status: 503, body: 'no server is available' }).message).toMatch(/or is down behind its proxy/);
  const limits = (operation: Refusal['operation']) => refused({ status: 413, operation }).message;
  expect(limits(gridOperations.importSeed)).toMatch(/MAX_SEED_BYTES/);
  expect(limits(gridOperations.uploadArchive)).not.toMatch(/MAX_SEED_BYTES/);
});

test('the advice on 401 depends on the credential that was sent', () => {
  const session = { username: 'ada', cookie: 'grid_session=x', expires_at: '' };
  const advice = (over: Partial<Refusal>) => refused({ status: 401, ...over }).message;
  expect(advice({})).toContain('use --token-file STATE_DIR/admin-token or run gridctl login');
  expect(advice({ credential: { kind: 'token', token: 'geheim' } })).toMatch(
    /^(?!.*geheim).*the coordinator does not know this token/,
  );
  expect(advice({ credential: { kind: 'session', session } })).toContain(
    'the session of ada has ended; run gridctl login',
  );
  expect(advice({ operation: gridOperations.login })).toContain('check the user name and the password');
});

test('a redirect shows its target, and a busy server shows when to retry', () => {
  expect(refused({ status: 301, headers: { location: 'https://grid/' } }).message).toContain(
    'redirects to https://grid/: use that',
  );
  expect(refused({ status: 429, headers: { 'retry-after': '7' } })).toMatchObject({ retryAfterSeconds: 7 });
  expect(refused({ status: 429, headers: { 'retry-after': 'soon' } })).toMatchObject({ retryAfterSeconds: undefined });
});
