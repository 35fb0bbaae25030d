/** The resources that a job array of agents requests. */
export interface JobOptions {
  readonly partition: string | undefined;
  /** The wall time, as sbatch takes it: `04:00:00`. */
  readonly time: string;
  readonly memory: string | undefined;
  readonly sbatch: readonly string[];
}

/** The agents of a job array. Node names and work dirs end with the number of the task in the array. */
export interface ArrayAgents {
  /** The program and its arguments, without `--node-id` and `--work-dir`. */
  readonly command: readonly string[];
  readonly prefix: string;
  readonly workDir: string;
  readonly slots: number;
}

/** Seconds before the end of the allocation at which Slurm asks the agent to drain. */
const DRAIN_SEC = 300;

/**
 * Returns the name by which the jobs of these agents are found again. Two arrays with the same name would use the same
 * nodes.
 */
export function jobNameOf(prefix: string): string {
  return `almagest-${prefix}`;
}

/** Returns the script of a job array with these numbers, such as `1-20` or `3,7`. */
export function jobScript(numbers: string, job: JobOptions, { command, prefix, workDir, slots }: ArrayAgents): string {
  const options = [
    `--job-name=${jobNameOf(prefix)}`,
    `--array=${numbers}`,
    '--ntasks=1',
    `--cpus-per-task=${slots}`,
    `--time=${job.time}`,
    `--signal=B:USR1@${DRAIN_SEC}`,
    // An ended job's number and node name are free again, so Slurm must not restart that job.
    '--no-requeue',
    ...(job.partition === undefined ? [] : [`--partition=${job.partition}`]),
    ...(job.memory === undefined ? [] : [`--mem=${job.memory}`]),
    ...job.sbatch,
  ];
  return [
    '#!/bin/sh',
    ...options.map((option) => `#SBATCH ${option}`),
    `node=${quoted(`${prefix}-`)}$SLURM_ARRAY_TASK_ID`,
    `exec ${command.map(quoted).join(' ')} --node-id "$node" --work-dir ${quoted(`${workDir}/`)}"$node"`,
    '',
  ].join('\n');
}

/** Quotes a text as one shell word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
