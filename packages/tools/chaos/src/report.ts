import { cpus, loadavg, totalmem } from 'node:os';
import type { Outcome } from './run/run-chaos.ts';
import { TARGET_KINDS } from './run/kill-target.ts';
import type { Options } from './options.ts';

interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly node: string;
  /** The load average of the minute before the test. It shows whether other programs used the same cores. */
  readonly loadBefore: number;
}

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    loadBefore: loadavg()[0] ?? 0,
  };
}

type Figures = readonly (readonly [string, string | number])[];

function figuresOf(outcome: Outcome): Figures {
  const { points, converged, failed, tasks, reclaimed, ledger, injected, answers } = outcome;
  const count = (pick: (status: number) => boolean) =>
    [...answers.byStatus].reduce((sum, [status, times]) => sum + (pick(status) ? times : 0), 0);
  const seconds = outcome.killedForSec + outcome.finishedInSec;
  return [
    ['points', points],
    ['converged, failed with all strategies', `${converged}, ${failed}`],
    ['attempts', tasks],
    ['attempts reclaimed (node lost, or overdue)', reclaimed],
    ['time during which processes were killed', `${outcome.killedForSec.toFixed(0)} s`],
    ['workflow ended after the last recovery', `${outcome.finishedInSec.toFixed(1)} s`],
    ['attempts ended per second', (tasks / seconds).toFixed(1)],
    ...killFigures(outcome),
    ['failed process starts', outcome.failedStarts],
    ['longest time without an acknowledged report', `${(answers.longestSilenceMs / 1_000).toFixed(1)} s`],
    ['calls of nodes without an answer', count((status) => status === 0)],
    ['calls of nodes answered 5xx', count((status) => status >= 500)],
    ['claim answers dropped', answers.dropped.claims],
    ['report answers dropped', answers.dropped.reports],
    ['claims that handed out a task again', ledger.handedOutAgain],
    ['reports sent', ledger.reportsSent],
    ['reports repeated after or with the first one', injected.reportsRepeated],
    ['reports held back until after the deadline', injected.reportsHeldBack],
    ['late reports accepted', ledger.recordedLate],
    ['late reports refused (409)', ledger.refused.size],
    ['times a node fell silent', injected.silences],
    ['node restarts', injected.restarts],
  ];
}

function killFigures({ kills }: Outcome): Figures {
  return TARGET_KINDS.flatMap((kind) => {
    const recoveries = kills
      .filter((one) => one.kind === kind)
      .map(({ recoveryMs }) => recoveryMs / 1_000)
      .sort((a, b) => a - b);
    const median = recoveries[Math.floor(recoveries.length / 2)];
    if (median === undefined) return [];
    const text = `${recoveries.length}; back after ${median.toFixed(1)} s (median), ${(recoveries.at(-1) ?? 0).toFixed(1)} s (longest)`;
    return [[`kills of ${NAMES[kind]}`, text] as const];
  });
}

const NAMES = {
  api: 'an API process',
  worker: 'the worker',
  postgres: 'the PostgreSQL server',
  backend: 'a session of PostgreSQL',
  redis: 'Redis',
} as const;

/** Returns the command that repeats the test. The timing of the processes differs each time. */
function repetition({ points, nodes, slots, killSec, drop, late, seed, redis }: Options): string {
  const sizes = `--points ${points} --nodes ${nodes} --slots ${slots} --minutes ${killSec / 60}`;
  return `npm run chaos -- ${sizes} --drop ${drop} --late ${late} --seed ${seed}${redis ? ' --redis' : ''}`;
}

export function toMarkdown(options: Options, machine: Machine, outcome: Outcome): string {
  const { processor, cores, memoryGib, node, loadBefore } = machine;
  const rows = figuresOf(outcome);
  const widths = [0, 1].map((column) => Math.max(6, ...rows.map((row) => String(row[column]).length)));
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell, column) => String(cell).padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const conclusion =
    outcome.faults.length === 0
      ? 'Audit: no faults.'
      : ['Audit: FAULTS FOUND.', '', ...outcome.faults.map((fault) => `- ${fault}`)].join('\n');
  return [
    '# Chaos test',
    '',
    `${options.nodes} nodes with ${options.slots} slots, ${options.drop * 100} % of claim and report answers dropped, ${options.late * 100} % of reports late.`,
    `${processor}, ${cores} cores, ${memoryGib} GiB, Node ${node}; load before: ${loadBefore.toFixed(2)}`,
    '',
    `    ${repetition(options)}`,
    '',
    line(['', 'figure']),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...rows.map(line),
    '',
    conclusion,
    '',
  ].join('\n');
}

export function toJson(options: Options, machine: Machine, outcome: Outcome): string {
  const { ledger: _ledger, answers, ...rest } = outcome;
  const figures = Object.fromEntries(figuresOf(outcome));
  const byStatus = Object.fromEntries(answers.byStatus);
  return `${JSON.stringify({ options, machine, figures, ...rest, answers: { ...answers, byStatus } }, null, 2)}\n`;
}
