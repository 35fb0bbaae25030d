// The whole demonstration as compiled programs: real services, agents and engine, on the small grid.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HAS_ASTROPY, readRelease } from '@almagest/test-kit/example-programs';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { cleanUp, newState, type State } from '../world.ts';

const DEMO = join(import.meta.dirname, '../../dist/demo.js');

interface Demo {
  readonly exitCode: Promise<number | null>;
  output(): string;
  interrupt(): void;
}

function startDemo(state: State, argv: readonly string[], variables: NodeJS.ProcessEnv = {}): Demo {
  const own = {
    STATE_DIR: state.directory,
    GRID_PORT: String(state.port),
    LITERATURE_PORT: String(state.otherPort),
    DEMO_GRID: 'small',
  };
  const env = { PATH: process.env['PATH'], ...own, ...variables };
  const child = spawn(process.execPath, [DEMO, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  cleanUp(async () => {
    child.kill('SIGKILL');
    await exitCode;
    await until(() => programsOf(state).length === 0);
  });
  return { exitCode, output: () => output, interrupt: () => child.kill('SIGINT') };
}

/** Waits while the demonstration keeps printing. Fails once it has ended. */
async function untilSaid(demo: Demo, words: RegExp): Promise<void> {
  let code: number | null | undefined;
  void demo.exitCode.then((ended) => (code = ended));
  const said = () => {
    if (words.test(demo.output())) return true;
    if (code !== undefined) throw new Error(`the demonstration ended with ${code}:\n${demo.output().slice(-2_000)}`);
    return false;
  };
  await until(said, String(words), () => demo.output().length);
}

interface Program {
  readonly pid: number;
  readonly command: string;
  /** Set for an agent and its engines. */
  readonly nodeId: string | undefined;
}

/** Returns the running processes that were started for a state folder. */
function programsOf({ directory }: State): Program[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        const nodeId = environment.find((entry) => entry.startsWith('GRID_AGENT_NODE_ID='))?.split('=')[1];
        return environment.some((entry) => entry.includes(`=${directory}`))
          ? [{ pid: Number(pid), command, nodeId }]
          : [];
      } catch {
        return [];
      }
    });
}

function kill(state: State, isMeant: (program: Program) => boolean): void {
  const found = programsOf(state).filter(isMeant);
  expect(found).not.toEqual([]);
  for (const { pid } of found) process.kill(pid, 'SIGKILL');
}

function countOf(demo: Demo, label: string): number {
  return Number(new RegExp(`^ *${label} +(\\d+)`, 'm').exec(demo.output())?.[1]);
}

function foldersOfTasks(state: State): string[] {
  const folder = join(state.directory, 'demo/demo-1/tasks');
  return existsSync(folder) ? readdirSync(folder) : [];
}

// There is only one test with one state, because starting the demonstration takes most of the time.
test('stops cleanly, resumes at the next start, and reaches the same result although a node and both services are killed', async () => {
  const state = await newState();
  const first = startDemo(state, ['--exit']);
  await untilSaid(first, /Starting workflow demo-small\./);
  first.interrupt();
  expect(await first.exitCode).toBe(130);
  expect(programsOf(state)).toEqual([]);
  const left = new Set(foldersOfTasks(state));

  // Longer than the agents' heartbeat interval, so that the living agent does not count as dead.
  const second = startDemo(state, [], {
    HEARTBEAT_TIMEOUT_SEC: '5',
    NODE_LOST_GRACE_SEC: '0',
    SWEEP_EVERY_MS: '500',
  });
  await untilSaid(second, /Resuming workflow demo-small\./);
  // Ignore the folders of the first run.
  await until(() => foldersOfTasks(state).some((folder) => !left.has(folder)));
  kill(state, ({ command, nodeId }) => nodeId === 'demo-1' && command.endsWith('grid-agent/dist/main.js'));
  kill(state, ({ command }) => /grid-coordinator\/dist\/(api|worker)\.js$/.test(command));
  // The demonstration keeps running, so that people can look at the results.
  await untilSaid(second, /Everything keeps running|Stopping\./);
  expect(second.output()).toContain('Everything keeps running');
  for (const port of [state.port, state.otherPort])
    expect((await fetch(`http://127.0.0.1:${port}/`)).headers.get('content-type')).toMatch(/^text\/html/);
  expect(programsOf(state).filter(({ nodeId }) => nodeId !== undefined).length).toBeGreaterThan(1);
  const coordinator = `http://127.0.0.1:${state.port}`;
  const records = await (await fetch(`${coordinator}/vo/demo-small/ssap?FORMAT=votable`)).text();
  expect(records.match(/<TR>/g)).toHaveLength(11);
  if (HAS_ASTROPY) expect(await readRelease(coordinator, 'demo-small', '1.0')).toHaveLength(11);
  second.interrupt();
  expect([await second.exitCode, second.output()]).toEqual([0, expect.stringContaining('12 points in ')]);
  for (const program of ['node demo-1', 'grid coordinator api', 'grid coordinator worker']) {
    expect(second.output()).toContain(`${program} ended unexpectedly (SIGKILL)`);
  }
  expect(countOf(second, 'converged cold')).toBe(6);
  expect(countOf(second, 'converged from a seed')).toBe(5);
  expect(countOf(second, 'radiative acceleration exceeds gravity')).toBe(1);
  expect(second.output()).toMatch(/attempts in total .*\d lost/);
  expect(countOf(second, 'Library:')).toBe(24);
  expect(second.output()).toContain('downloaded 22, parsed 21, failed 3');
  const archive = join(state.directory, 'demo/demo-small.tar');
  expect(second.output()).toContain(`Exported the workflow to: ${archive}`);
  const names = execFileSync('tar', ['-tf', archive], { encoding: 'utf8' }).split('\n');
  expect(names.filter((name) => name.startsWith('demo-small/data/models/'))).toHaveLength(11);
  const plot = join(state.directory, 'demo/demo-small.svg');
  expect(second.output()).toContain(`Plotted the spectra from cool to hot: ${plot}`);
  expect(readFileSync(plot, 'utf8').match(/stroke-width="3"/g)).toHaveLength(3);
  expect(programsOf(state)).toEqual([]);
});
