import type { Machine } from './machine.ts';
import type { Results } from './results.ts';
import { isMet, rowOf, ROWS, SYSTEMS, type RowName, type System } from './rows.ts';

const HEAD = ['Measure', 'Unit', 'Almagest', 'BullMQ', 'pg-boss', '÷ BullMQ', '÷ pg-boss', 'Goal', 'Met'];

const CONDITIONS = [
  'One run, one machine, one PostgreSQL server with the settings above for all three, the queue full for each.',
  'Almagest answers over HTTP, from its API process to a load process; BullMQ (PostgreSQL backend) and pg-boss are called',
  'within the process that uses them, which spares them the network, authentication and validation.',
].join('\n');

export interface Report {
  readonly title: string;
  readonly machine: Machine;
  readonly versions: Readonly<Record<string, string>>;
}

export function toMarkdown(report: Report, results: Results): string {
  const { machine } = report;
  return [
    `# ${report.title}`,
    '',
    `${machine.processor}, ${machine.cores} cores, ${machine.memoryGib} GiB; Linux ${machine.kernel}, Node ${machine.node}, PostgreSQL ${machine.postgres}`,
    `(${machine.durability}); ${Object.entries(report.versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
    `A durable write of 8 kB takes ${machine.fsyncMs.p50.toFixed(2)} ms (p95 ${machine.fsyncMs.p95.toFixed(2)}). Load average at the start: ${machine.loadAverage.map((one) => one.toFixed(2)).join(', ')}.`,
    '',
    CONDITIONS,
    '',
    ...table(results),
    '',
    ...details(results),
    '',
  ].join('\n');
}

function table(results: Results): string[] {
  const rows = [HEAD, ...namesOf(results).map((name) => cellsOf(name, results))];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column < 2 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), rule, ...body.map(line)];
}

function cellsOf(name: RowName, results: Results): string[] {
  const row = rowOf(name);
  const valueOf = (system: System) => results.figures.get(name)?.[system]?.value;
  const ours = valueOf('almagest');
  const ratio = (theirs: number | undefined) =>
    ours === undefined || theirs === undefined ? '' : (ours / theirs).toFixed(2);
  const met = ours === undefined ? undefined : isMet(row, ours);
  return [
    row.label,
    row.unit,
    ...SYSTEMS.map((system) => plain(valueOf(system))),
    ratio(valueOf('bullmq')),
    ratio(valueOf('pgboss')),
    goalText(row.goal, row.unit === '/s' && row.cost !== true),
    met === undefined ? '' : met ? 'yes' : 'NO',
  ];
}

function goalText(goal: number | undefined, atLeast: boolean): string {
  return goal === undefined ? '' : `${atLeast ? '≥' : '≤'} ${plain(goal)}`;
}

function plain(value: number | undefined): string {
  if (value === undefined) return '';
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function details(results: Results): string[] {
  return namesOf(results).flatMap((name) =>
    SYSTEMS.flatMap((system) => {
      const figure = results.figures.get(name)?.[system];
      return figure === undefined
        ? []
        : [`- ${rowOf(name).label} — ${system}: ${figure.detail}; load average ${figure.load.toFixed(1)}`];
    }),
  );
}

function namesOf(results: Results): RowName[] {
  return (Object.keys(ROWS) as RowName[]).filter((name) => results.figures.has(name));
}
