// Slurm is not on every machine, so its three commands are replaced by scripts that run the jobs at once.

import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programCommand } from '@almagest/test-kit/program-command';
import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import { startStandIn, type StandIn } from './stand-in.ts';
import {
  cleanUp,
  isRunning,
  pidsIn,
  signalFiles,
  taskFixture,
  temporaryDirectory,
  waitFor,
  writeResult,
} from './world.ts';

const SCRIPTS = {
  sbatch: `cat > "$FAKE/script"
numbers=$(sed -n 's/^#SBATCH --array=//p' "$FAKE/script")
case $numbers in 1-*) numbers=$(seq 1 "\${numbers#1-}") ;; *) numbers=$(echo "$numbers" | tr , ' ') ;; esac
for number in $numbers; do
  SLURM_ARRAY_TASK_ID=$number setsid sh "$FAKE/script" >"$FAKE/$number.log" 2>&1 </dev/null &
  echo $! >"$FAKE/$number.pid"
done
echo '7;cluster'`,
  squeue: `for file in "$FAKE"/*.pid; do
  [ -e "$file" ] || exit 0
  kill -0 "$(cat "$file")" 2>/dev/null && echo "7 $(basename "$file" .pid) R"
done
for file in "$FAKE"/*.waiting; do [ ! -e "$file" ] || echo "7 $(basename "$file" .waiting) PD"; done`,
  scancel: `signal=TERM
for word; do
  case $word in
    --signal=*) signal=\${word#--signal=} ;;
    7_*) rm "$FAKE/\${word#7_}.waiting" 2>/dev/null || kill -s "$signal" "$(cat "$FAKE/\${word#7_}.pid")" ;;
  esac
done`,
};

class BatchSystem {
  readonly #bin = temporaryDirectory();
  readonly folder = temporaryDirectory();
  readonly #coordinator: StandIn;
  readonly #engine: string;

  constructor(coordinator: StandIn, engine: string) {
    this.#coordinator = coordinator;
    this.#engine = engine;
    for (const [name, script] of Object.entries(SCRIPTS)) {
      writeFileSync(join(this.#bin, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(this.#bin, name), 0o755);
    }
    cleanUp(async () => {
      for (const pid of this.pids()) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
      await until(() => this.pids().every((pid) => !isRunning(pid)));
    });
  }

  /** Runs `grid-agent slurm` and returns its exit status and output. */
  async run(command: string, ...more: string[]): Promise<{ code: number; output: string }> {
    const agent = ['--url', this.#coordinator.url, '--slots', '1', '--engine', this.#engine, '--poll-sec', '0.05'];
    const job = ['--time', '04:00:00', '--node-id', 'c', '--work-dir', join(this.folder, 'work')];
    const [program = '', ...args] = programCommand('packages/programs/grid-agent/src/main.ts');
    const env = { ...process.env, PATH: `${this.#bin}:${process.env['PATH']}`, FAKE: this.folder };
    return await new Promise((resolve) => {
      execFile(program, [...args, 'slurm', command, ...job, ...agent, ...more], { env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
      );
    });
  }

  pids(): number[] {
    return this.numbers().flatMap((number) => pidsIn(join(this.folder, `${number}.pid`)));
  }

  /** Returns the numbers of the jobs that were started. */
  numbers(): number[] {
    const files = readdirSync(this.folder).filter((name) => name.endsWith('.pid'));
    return files.map((name) => Number.parseInt(name, 10)).toSorted((a, b) => a - b);
  }

  /** Adds a job that still waits in the queue. */
  wait(number: number): void {
    writeFileSync(join(this.folder, `${number}.waiting`), '');
  }

  waiting(): string[] {
    return readdirSync(this.folder).filter((name) => name.endsWith('.waiting'));
  }
}

describe('slurm submit', () => {
  test('each agent of an array has its own name and work dir and runs tasks', async () => {
    const coordinator = await startStandIn(taskFixture(), taskFixture(), taskFixture());
    const slurm = new BatchSystem(coordinator, writeResult());
    expect(await slurm.run('submit', '--nodes', '2')).toEqual({ code: 0, output: 'submitted job 7 with 2 agents\n' });
    await until(() => coordinator.reports.length === 3);
    await until(() => new Set(coordinator.heartbeats.map(({ node_id: id }) => id)).size === 2);
    expect(new Set(coordinator.heartbeats.map(({ node_id: id }) => id))).toEqual(new Set(['c-1', 'c-2']));
    expect(readdirSync(join(slurm.folder, 'work')).toSorted()).toEqual(['c-1', 'c-2']);
    const again = await slurm.run('submit', '--nodes', '2');
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('2 jobs of c have not ended') as unknown });
  });

  test('a dry run prints the script, and wrong options submit nothing', async () => {
    const slurm = new BatchSystem(await startStandIn(), "run 'a b'");
    const more = ['--partition', 'short', '--memory', '16G', '--sbatch', '--account=me', '--dry-run'];
    const { code, output } = await slurm.run('submit', '--nodes', '20', ...more);
    expect(code).toBe(0);
    const lines = output.split('\n');
    for (const option of [
      '--array=1-20',
      '--time=04:00:00',
      '--partition=short',
      '--mem=16G',
      '--account=me',
      '--signal=B:USR1@300',
    ])
      expect(lines).toContain(`#SBATCH ${option}`);
    expect(output).toContain(`'--engine' 'run '\\''a b'\\'''`);
    expect(await slurm.run('submit', '--nodes', '0')).toMatchObject({ code: 2 });
    expect(await slurm.run('submit', '--nodes', '1', '--partition', 'a\n#SBATCH --uid=0')).toMatchObject({ code: 2 });
    expect(await slurm.run('submit', '--nodes', '1', '--slots', 'many')).toMatchObject({ code: 2 });
    expect(slurm.numbers()).toEqual([]);
  });
});

describe('slurm autoscale', () => {
  test('follows the open work: submits the lowest free numbers, cancels waiting jobs and drains running jobs', async () => {
    const coordinator = await startStandIn();
    let stats = { queued: 100, running: 0, avg_point_sec: 72 };
    coordinator.answers.set('/api/workflows', ({ token }) =>
      token === 'gk_key'
        ? {
            json: {
              data: [
                { name: 'w', status: 'running' },
                { name: 'idle', status: 'paused' },
              ],
            },
          }
        : undefined,
    );
    coordinator.answers.set('/api/workflows/w/stats', () => ({ json: { data: stats } }));
    const { begun, goOn, release } = signalFiles();
    coordinator.queue.push(taskFixture());
    const slurm = new BatchSystem(coordinator, `echo x >> ${begun}; ${waitFor(goOn)}; ${writeResult()}`);
    const key = join(temporaryDirectory(), 'key');
    writeFileSync(key, 'gk_key\n');
    const scale = (...more: string[]) => slurm.run('autoscale', '--once', '--max', '3', '--api-key-file', key, ...more);

    expect(await scale('--dry-run')).toEqual({ code: 0, output: '0 jobs, 2 wanted\nwould submit 1,2\n' });
    expect(slurm.numbers()).toEqual([]);
    expect(await scale()).toMatchObject({ code: 0, output: '0 jobs, 2 wanted\nsubmit 1,2\n' });
    await until(() => existsSync(begun));
    slurm.wait(3);
    expect(await scale()).toMatchObject({ output: '3 jobs, 2 wanted\ncancel 3\n' });
    expect(slurm.waiting()).toEqual([]);

    stats = { queued: 0, running: 0, avg_point_sec: 72 };
    expect(await scale()).toMatchObject({ output: '2 jobs, 0 wanted\ndrain 2,1\n' });
    // A second round drains nothing more: the running task is finished and delivered.
    expect(await scale()).toMatchObject({ code: 0 });
    release();
    await until(() => slurm.pids().every((pid) => !isRunning(pid)));
    expect(coordinator.reports).toHaveLength(1);
    expect(coordinator.returned).toEqual([]);
  });

  test('names what is wrong with the key or the coordinator', async () => {
    const slurm = new BatchSystem(await startStandIn(), 'true');
    const key = join(temporaryDirectory(), 'key');
    mkdirSync(key);
    const scale = (file: string) => slurm.run('autoscale', '--once', '--max', '3', '--api-key-file', file);
    expect(await scale(key)).toMatchObject({
      code: 1,
      output: expect.stringContaining('--api-key-file cannot be read') as unknown,
    });
    writeFileSync(`${key}.txt`, 'gk_other');
    expect(await scale(`${key}.txt`)).toMatchObject({
      code: 1,
      output: expect.stringContaining('answers 401') as unknown,
    });
  });
});
