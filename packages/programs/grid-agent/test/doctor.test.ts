import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programCommand } from '@almagest/test-kit/program-command';
import { expect, test } from '@jest/globals';
import { startStandIn, TOKEN } from './stand-in.ts';
import { cleanUp, temporaryDirectory } from './world.ts';

const HEALTH = '/healthz';

async function doctor(url: string, { workDir = temporaryDirectory(), engine = 'sh engine.sh' } = {}) {
  const [program = '', ...args] = programCommand('packages/programs/grid-agent/src/main.ts');
  const options = ['--url', url, '--node-id', 'n1', '--slots', '1', '--work-dir', workDir, '--engine', engine];
  return await new Promise<{ code: number; output: string }>((resolve) => {
    execFile(program, [...args, 'doctor', ...options], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

async function givenCoordinator(healthHeaders: Record<string, string> = {}) {
  const coordinator = await startStandIn();
  coordinator.answers.set(HEALTH, () => ({ json: { status: 'ok' }, headers: healthHeaders }));
  return coordinator;
}

test('a machine on which the agent can work has no faults, and nothing is changed at the coordinator', async () => {
  const coordinator = await givenCoordinator();
  const { code, output } = await doctor(coordinator.url);
  expect([code, output]).toEqual([0, expect.stringContaining('The agent can work here.')]);
  expect(output).toMatch(
    /ok +connection.*\nok +clock.*\nok +work dir.*\nok +access.*an administrator approves it\nok +engine/,
  );
  expect(coordinator.countOf('/api/node/register')).toBe(0);
});

test('each fault says what to do', async () => {
  const coordinator = await givenCoordinator({ date: new Date(Date.now() + 3_600_000).toUTCString() });
  const workDir = temporaryDirectory();
  writeFileSync(join(workDir, 'credentials.json'), JSON.stringify({ node_id: 'n1', node_token: 'gn_old' }));
  const { code, output } = await doctor(coordinator.url, { workDir, engine: 'no-such-program x' });
  expect(code).toBe(1);
  expect(output).toMatch(/advice clock: \d+ s behind the coordinator's/);
  expect(output).toMatch(/FAULT +access: the token of n1 is no longer valid: an administrator must reissue it/);
  expect(output).toMatch(/FAULT +engine: no-such-program was not found/);
  expect(output).not.toContain('gn_old');
  writeFileSync(join(workDir, 'credentials.json'), JSON.stringify({ node_id: 'n1', node_token: TOKEN }));
  expect((await doctor(coordinator.url, { workDir })).output).toContain('the token of n1 is valid');
});

test('a page of a proxy and a silent address are not taken for a coordinator', async () => {
  const other = createServer((_request, response) => response.end('<html>log in</html>'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', () => resolve()));
  cleanUp(async () => void other.close());
  const { port } = other.address() as { port: number };
  expect((await doctor(`http://127.0.0.1:${port}`)).output).toMatch(/FAULT +connection: .* not as a coordinator/);
  other.close();
  other.closeAllConnections();
  expect((await doctor(`http://127.0.0.1:${port}`)).output).toMatch(/FAULT +connection: .* does not answer/);
});
