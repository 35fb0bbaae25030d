import { spawnSync } from 'node:child_process';
import { AgentError } from '../agent-error.ts';
import type { Job } from './job-count.ts';

/** Submits a job script and returns the id of the job. */
export function submit(script: string): string {
  return run('sbatch', ['--parsable'], script).trim().split(';')[0] ?? '';
}

/** Returns this user's jobs of this name that have not ended. */
export function listJobs(name: string): Job[] {
  // `--array` prints one line for each task of an array. `%F` is the id of the array job, also for running tasks.
  const lines = run('squeue', ['--me', '--array', '--noheader', `--name=${name}`, '--format=%F %K %t']).split('\n');
  return lines.flatMap((line) => {
    const [job, number, state] = line.trim().split(' ');
    return job === undefined || !/^\d+$/.test(number ?? '')
      ? []
      : [{ number: Number(number), id: `${job}_${number}`, isRunning: state !== 'PD' }];
  });
}

export function cancel(jobs: readonly Job[]): void {
  if (jobs.length > 0)
    run(
      'scancel',
      jobs.map(({ id }) => id),
    );
}

/** Asks the agents of running jobs to finish their tasks and exit. Repeated calls have no further effect. */
export function drain(jobs: readonly Job[]): void {
  if (jobs.length > 0) run('scancel', ['--batch', '--signal=USR1', ...jobs.map(({ id }) => id)]);
}

function run(program: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input, encoding: 'utf8' });
  if (error !== undefined) throw new AgentError(`cannot run ${program}: ${error.message}`);
  if (status !== 0) throw new AgentError(`${program} failed: ${stderr.trim() || `exit status ${status}`}`);
  return stdout;
}
