import type { Summary } from './summary.ts';

export interface RunContext {
  readonly workflow: string;
  readonly wallSeconds: number;
  /** Points that finished during this demonstration. A resumed run also has older points. */
  readonly finishedHere: number;
  readonly console: string;
  readonly reader: string;
  /** The path of the file with the administrator's token. */
  readonly tokenPlace: string;
  /** The start of a `gridctl` command line, with address and credential. */
  readonly gridctl: string;
}

const LABEL_WIDTH = 44;
const NUMBER_WIDTH = 5;

export function closingLines(summary: Summary, around: RunContext): string[] {
  const { cold, seeded, total, failures, attempts, lostAttempts } = summary;
  const failed = failures.reduce((sum, { count }) => sum + count, 0);
  const lost = lostAttempts > 0 ? `  (${lostAttempts} lost or timed out, then repeated)` : '';
  return [
    '',
    `Workflow ${around.workflow}: ${total} points in ${around.wallSeconds.toFixed(1)} s`,
    line('converged cold', cold),
    line('converged from a seed', seeded.withFirstSeed + seeded.withFurtherSeed),
    line('  with the first seed tried', seeded.withFirstSeed),
    line('  with a later seed', seeded.withFurtherSeed),
    line('failed', failed),
    ...failures.flatMap(({ reason, count, examples }) => [
      line(`  ${reason}`, count),
      ...examples.map((name) => `      ${name}`),
    ]),
    line('attempts in total', attempts) + lost,
    line('points per minute', perMinute(around)),
    '',
    ...whereToLook(summary, around),
    '',
  ];
}

function whereToLook({ failures }: Summary, { workflow, console, reader, tokenPlace, gridctl }: RunContext): string[] {
  const example = failures[0]?.examples[0];
  return [
    'Everything is kept. Use `npm start` to start it again.',
    `  console  ${console}  (user admin, password: ${tokenPlace})`,
    `  reader   ${reader}`,
    `  alias gridctl='${gridctl}'`,
    `  gridctl points list ${workflow} --method seed_step --sort attempts --order desc`,
    `  gridctl points list ${workflow} --status failed`,
    ...(example === undefined ? [] : [`  gridctl explain --workflow ${workflow} ${example}`]),
  ];
}

function line(label: string, value: number): string {
  return `  ${label.padEnd(LABEL_WIDTH)}${String(value).padStart(NUMBER_WIDTH)}`;
}

function perMinute({ finishedHere, wallSeconds }: RunContext): number {
  return wallSeconds > 0 ? Math.round((finishedHere / wallSeconds) * 60) : 0;
}
