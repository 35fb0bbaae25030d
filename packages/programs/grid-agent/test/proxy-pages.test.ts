import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import { startStandIn, type StandIn } from './stand-in.ts';
import { startAgent, taskFixture, temporaryDirectory, writeResult } from './world.ts';

/** Answers the next `times` requests for a path like a proxy. */
function interpose(coordinator: StandIn, path: string, reply: { status: number; text: string }, times = 2): void {
  let left = times;
  coordinator.answers.set(path, () =>
    left-- > 0 ? { ...reply, headers: { 'content-type': 'text/html' } } : undefined,
  );
}

describe.each([
  [400, 'Bad Request'],
  [401, '<html>Authorization required</html>'],
  [403, '<html>Blocked by policy</html>'],
  [404, 'default backend - 404'],
  [404, '{"message": "no Route matched with those values"}'],
  [409, ''],
  [200, '<html>Please log in</html>'],
])('a page of a proxy with status %i, %j,', (status, text) => {
  test('does not keep a node from joining', async () => {
    const coordinator = await startStandIn();
    for (const path of ['register', 'check_status', 'heartbeat'])
      interpose(coordinator, `/api/node/${path}`, { status, text });
    const agent = startAgent({ url: coordinator.url });
    await until(() => coordinator.heartbeats.length > 0 || agent.output().includes('"level":"error"'));
    expect(agent.output()).not.toContain('"level":"error"');
  });

  test('loses no task, input, artifact or report', async () => {
    const coordinator = await startStandIn();
    const workDir = temporaryDirectory();
    const files = ['/api/seed/p', '/api/data/file/a.dat'];
    for (const path of files) coordinator.files.set(path, Buffer.from(path));
    for (const path of [...files, '/api/task/claim', '/api/task/artifacts', '/api/task/report'])
      interpose(coordinator, path, { status, text });
    const task = taskFixture({ seed_point_name: 'p', assets: ['a.dat'] });
    coordinator.queue.push(task);
    startAgent({
      url: coordinator.url,
      workDir,
      engine: `cat seed.7 assets/a.dat > out.7; echo log; ${writeResult()}`,
    });
    await until(() => coordinator.reports.length + coordinator.returned.length > 0);
    expect(coordinator.returned).toEqual([]);
    const [received] = coordinator.reports;
    expect(received?.seed?.toString()).toBe(files.join(''));
    expect(received?.report.artifacts).toMatchObject([{ path: 'log/stdout.log' }]);
    expect(readdirSync(join(workDir, 'refused'))).toEqual([]);
  });
});

test('a date in Retry-After is read by the clock of the server', async () => {
  const coordinator = await startStandIn();
  const date = new Date(Date.now() + 3 * 3_600_000).toUTCString();
  let limited = true;
  coordinator.answers.set('/api/task/claim', () => {
    if (!limited) return undefined;
    limited = false;
    return { status: 429, text: 'slow down', headers: { date, 'retry-after': date } };
  });
  coordinator.queue.push(taskFixture());
  startAgent({ url: coordinator.url, engine: writeResult() });
  await until(() => coordinator.reports.length === 1);
});
