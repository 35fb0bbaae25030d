import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { node, point } from './samples.ts';
import { HttpReply, envelope, refusal, standIn } from './stand-in.ts';
import { gridctl, start, temporaryDirectory } from './world.ts';

const json = ['--output', 'json'];

test('with json output, stdout contains exactly the data, including unknown fields', async () => {
  const nodes = [{ ...node(), rack: 'B 7' }, node({ node_id: 'node-02', status: 'pending_approval' })];
  const { url } = await standIn({ listNodes: () => envelope(nodes), listWorkflows: () => envelope([]) });
  const [listed, empty] = await Promise.all([
    gridctl(['--url', url, 'nodes', 'list', ...json]),
    gridctl([...json, 'workflows', 'list'], { env: { GRIDCTL_URL: url } }),
  ]);
  expect(listed).toEqual({ code: 0, stdout: `${JSON.stringify(nodes, null, 2)}\n`, stderr: '' });
  expect(empty).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
});

test('without a terminal, tables are aligned, not truncated and not coloured', async () => {
  const nodes = [
    node({ message: 'approved, waiting for its first heartbeat' }),
    node({ node_id: '節点-2', status: 'pending_approval', last_heartbeat: null, admin_max_slots: 4 }),
  ];
  // The stand-in does not enforce the contract's node names. The test needs a name with letters two cells wide.
  const { url } = await standIn({
    listNodes: () => envelope(nodes.map((each, index) => ({ ...each, node_id: `node-0${index}` }))),
    listPoints: () =>
      envelope({ total: 1, points: [point({ name: '節点', last_error: 'broke\u001b[31m\nhere '.repeat(30) })] }),
  });
  const [listed, points] = await Promise.all([
    gridctl(['--url', url, 'nodes', 'list']),
    gridctl(['--url', url, 'points', 'list', 'sdb']),
  ]);
  expect(listed.stdout.split('\n')).toEqual([
    'NODE     STATUS            RUNNING  SLOTS  QUOTA  ALLOWANCE  MACHINE  TAGS  TOKEN   LAST HEARTBEAT',
    'node-00  online                  3     16      -          -  -        -     active  2026-01-31 12:30:00',
    'node-01  pending_approval        3     16      4          -  -        -     active  -',
    '',
  ]);
  expect(listed.stderr).toBe(
    'node-00: approved, waiting for its first heartbeat\n1 application waiting: gridctl nodes approve ID\n',
  );
  expect(points.stdout.split('\n')).toHaveLength(3);
  expect(points.stdout).not.toContain('\u001b');
  expect(points.stdout).not.toContain('…');
});

test('usage errors exit with 2 and one line', async () => {
  const { url, calls } = await standIn({});
  const faults: [string[], RegExp][] = [
    [['nodes', 'lst'], /unknown command 'lst' \(Did you mean list\?\)/],
    [['points', 'list', 'sdb', '--status', 'done'], /Allowed choices are pending, queued, running, converged, failed/],
    [['points', 'list', 'sdb', '--all', '--limit', '5'], /cannot be used with option '--limit/],
    [['points', 'show', 'sdb', '../x'], /^gridctl: point: must be a point name: 1 to 128 characters of/],
    [['workflows', 'start', '..'], /must be a workflow name: .*, except \. and \.\./],
    [['workflows', 'create', 'sdb', '--file', '/nonexistent/a.yaml'], /cannot read .*no such file/],
    [['--token', 'geheim wort', 'status'], /the token from --token contains blanks/],
  ];
  const outcomes = await Promise.all(faults.map(([args]) => gridctl(args, { env: { GRIDCTL_URL: url } })));
  for (const [index, { code, stdout, stderr }] of outcomes.entries()) {
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(faults[index]?.[1] ?? '');
    expect(stderr).toMatch(/^gridctl: [^\n]+\n$/);
    expect(stderr).not.toMatch(/geheim|secret/);
  }
  expect(calls).toEqual([]);
});

test('an error response exits with 1 and says what to do', async () => {
  const { url } = await standIn({
    readStatus: () => refusal(401, 'missing or invalid credential'),
    startWorkflow: () => refusal(409, 'another start\nis under way'),
    listWorkflows: () => new HttpReply(200, '<html>a web site</html>'),
    readStats: () => envelope({ name: 'x' }),
  });
  const env = { GRIDCTL_URL: url };
  const advice = 'use --token-file STATE_DIR/admin-token or run gridctl login';
  const cases: [string[], string][] = [
    [['status'], `missing or invalid credential (401 from ${url}); ${advice}\n`],
    [['workflows', 'start', 'x'], `another start is under way (409 from ${url})\n`],
    [['workflows', 'list'], `${url} does not answer with JSON. Is --url a coordinator’s address?\n`],
    [['workflows', 'stats', 'x'], `${url} answers readStats in an unknown format`],
  ];
  const outcomes = await Promise.all(cases.map(([args]) => gridctl([...args, ...json], { env })));
  for (const [index, outcome] of outcomes.entries()) {
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr.startsWith(`gridctl: ${cases[index]?.[1]}`)).toBe(true);
  }
});

test('an unreachable coordinator exits with 3', async () => {
  const gone = await standIn({});
  await gone.close();
  const cut = await standIn({ readStatus: ({ response }) => void response.destroy() });
  const [refused, broken] = await Promise.all([
    gridctl(['--url', gone.url, 'status', ...json]),
    gridctl(['--url', cut.url, 'status']),
  ]);
  expect(refused).toMatchObject({ code: 3, stdout: '' });
  expect(refused.stderr).toMatch(
    /^gridctl: cannot reach http:\/\/127.0.0.1:\d+: the connection was refused. [^\n]+\n$/,
  );
  expect(broken).toMatchObject({ code: 3, stdout: '' });
  expect(broken.stderr).toMatch(/^gridctl: cannot reach .*: the connection was closed. Try again\n$/);
});

test('the process passes on its arguments, variables, both streams and exit code', async () => {
  const { url } = await standIn({ listNodes: () => envelope([]) });
  const list = start(['nodes', 'list', ...json], { env: { GRIDCTL_URL: url } });
  const wrong = start(['nodes', 'lst'], { env: { GRIDCTL_URL: url } });
  expect(await list.outcome).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
  expect(await wrong.outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("'lst'") });
});

test('the token is sent from any source, and never printed', async () => {
  const token = 'adm_TOP-SECRET';
  const file = join(temporaryDirectory(), 'admin-token');
  writeFileSync(file, `${token}\n`);
  const { url, calls } = await standIn({
    listNodes: ({ headers }) => (headers.authorization === `Bearer ${token}` ? envelope([]) : refusal(401, 'no')),
  });
  const list = ['--url', url, 'nodes', 'list'];
  const outcomes = await Promise.all([
    gridctl([...list, '--token', token]),
    gridctl([...list, '--token-file', file]),
    gridctl(list, { env: { GRIDCTL_TOKEN: token } }),
    gridctl(list, { env: { GRIDCTL_TOKEN_FILE: file } }),
    gridctl([...list, '--help'], { env: { GRIDCTL_TOKEN: token } }),
  ]);
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
  expect(calls).toHaveLength(4);
  expect(JSON.stringify(outcomes)).not.toContain(token);
});

test('bash completes nouns, verbs and options from the printed script', async () => {
  const { stdout } = await gridctl(['completion']);
  const complete = (...words: string[]) => {
    const typed = words.map((word) => `'${word}'`).join(' ');
    const line = `COMP_WORDS=(gridctl ${typed}); COMP_CWORD=${words.length}; _gridctl; echo "\${COMPREPLY[*]}"`;
    return execFileSync('bash', ['-c', `${stdout}\n${line}`], { encoding: 'utf8' }).trim();
  };
  expect(complete('nod')).toBe('nodes');
  expect(complete('--output', 'json', 'nodes', 're')).toBe('reject reissue remove');
  expect(complete('points', 'list', 'sdb', '--st')).toBe('--status');
});

test('help shows an example for every verb, and --version prints the version', async () => {
  const [version, top, ...verbs] = await Promise.all([
    gridctl(['--version']),
    gridctl(['--help']),
    ...['nodes approve', 'seeds import'].map((verb) => gridctl([...verb.split(' '), '--help'])),
  ]);
  expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  expect(top.stdout).toContain('Exit codes:');
  for (const { code, stdout } of verbs) {
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}\$ gridctl /);
  }
});
