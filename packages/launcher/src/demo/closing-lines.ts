import type { Summary } from './summary.ts';

export interface Surroundings {
  readonly workflow: string;
  readonly wallSeconds: number;
  /** Points that came to their end while this demonstration watched: a resumed run has older ones. */
  readonly settledHere: number;
  readonly console: string;
  /** Where the administrator token is. */
  readonly tokenPlace: string;
  /** The beginning of a `gridctl` command line, with address and credential. */
  readonly gridctl: string;
}

const LABEL_WIDTH = 30;

/** What the demonstration says at its end. */
export function closingLines(summary: Summary, around: Surroundings): string[] {
  const { cold, seeded, total, failures, attempts, lostAttempts } = summary;
  const failed = failures.reduce((sum, { count }) => sum + count, 0);
  const lost = lostAttempts > 0 ? ` (${lostAttempts} of them lost with their node and made again)` : '';
  return [
    '',
    `Workflow ${around.workflow}: ${total} points`,
    line('converged cold', cold),
    line('converged from a seed', seeded.withFirstSeed + seeded.withFurtherSeed),
    line('  with the first seed tried', seeded.withFirstSeed),
    line('  re-armed with further seeds', seeded.withFurtherSeed),
    line('failed', failed),
    ...failures.flatMap(({ reason, count, examples }) => [
      line(`  ${reason}`, count),
      ...examples.map((name) => `      ${name}`),
    ]),
    line('attempts in all', `${attempts}${lost}`),
    line('wall time', `${around.wallSeconds.toFixed(1)} s`),
    line('points per minute', perMinute(around)),
    '',
    'Everything is kept. To look at it, start it again with `npm start`, then:',
    `  console  ${around.console}  (user admin, password: ${around.tokenPlace})`,
    `  ${around.gridctl} points list ${around.workflow} --status failed`,
    `  ${around.gridctl} points list ${around.workflow} --method seed_step --sort attempts --order desc`,
    ...failures.slice(0, 1).map(({ examples }) => `  ${around.gridctl} points show ${around.workflow} ${examples[0]}`),
    '',
  ];
}

function line(label: string, value: number | string): string {
  return `  ${label.padEnd(LABEL_WIDTH)}${typeof value === 'number' ? String(value).padStart(5) : `  ${value}`}`;
}

function perMinute({ settledHere, wallSeconds }: Surroundings): number {
  return wallSeconds > 0 ? Math.round((settledHere / wallSeconds) * 60) : 0;
}
