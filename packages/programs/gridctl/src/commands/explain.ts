import type { PointExplanation } from '@almagest/contracts/grid';
import type { Command } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { count, duration, plural, relativeChange, time } from '../output/wording.ts';
import { printable } from '../output/text-width.ts';
import { examples } from './examples.ts';

export function registerExplain(program: Command, open: OpenContext): void {
  program
    .command('explain')
    .description('explain the state of a point: its node, what it waits for, which seed it would use')
    .argument('<point>', 'point')
    .requiredOption('--workflow <name>', 'workflow of the point')
    .addHelpText('after', examples('explain t20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0 --workflow sdb'))
    .action(async (point: string, { workflow }: { workflow: string }) => explain(await open(), point, workflow));
}

async function explain({ client, terminal, signal }: Context, point: string, workflow: string): Promise<void> {
  const { data } = await client.call('explainPoint', { params: { name: workflow, point } }, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.lines(explanationInWords(data, Date.now()).map(printable));
}

/** Answers an operator's questions in order: what, why, who, what next. */
export function explanationInWords(explanation: PointExplanation, nowMs: number): string[] {
  const { point } = explanation;
  const attempts = point.attempt_count === 0 ? 'not tried yet' : `after ${plural(point.attempt_count, 'attempt')}`;
  return [
    `${point.name} is ${point.status} in wave ${count(point.wave)}, ${attempts}.`,
    sentence(explanation.reason),
    ...heldBy(explanation, nowMs),
    ...lastFailure(explanation),
    ...strategies(explanation),
    ...retry(explanation),
    ...rules(explanation),
    ...seeds(explanation),
  ].filter((line) => line !== '');
}

function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

function heldBy({ held_by }: PointExplanation, nowMs: number): string[] {
  if (!held_by) return [];
  const seconds = (nowMs - Date.parse(held_by.since)) / 1000;
  return [
    `Node ${held_by.node_id} has been computing it for ${duration(seconds)}, since ${time(held_by.since)} UTC (task ${held_by.task_id}).`,
  ];
}

function lastFailure({ point }: PointExplanation): string[] {
  return point.last_error ? [`Its last attempt failed: ${sentence(point.last_error)}`] : [];
}

function strategies(explanation: PointExplanation): string[] {
  const { point, chain } = explanation;
  if (point.status === 'converged') {
    const seed = point.seed_point_name ? `, started from ${startInWords(point)}` : '';
    return [`It converged with ${point.success_method ?? 'an unknown method'}${seed}.`];
  }
  if (explanation.stage === 'spectrum' && chain.length > 0)
    return ['Its model is finished. Only its spectrum is missing.'];
  const [next, ...later] = chain;
  if (next === undefined) return ['It has no strategies left. Reset them with gridctl points rearm.'];
  const then = later.length > 0 ? `, then ${later.join(', ')}` : '';
  return [
    `${point.status === 'running' ? 'Its chain is' : 'Its next strategy is'} ${next}${then}.`,
    ...toContinue(explanation),
  ];
}

function retry({ retry: found }: PointExplanation): string[] {
  if (found === undefined || found.outlook === 'possible') return [];
  const verb = found.outlook === 'pointless' ? 'cannot' : 'is unlikely to';
  return [`Another try ${verb} succeed: ${found.reason}.`];
}

function startInWords({ name, success_method, seed_point_name }: PointExplanation['point']): string {
  // A point is never its own seed. The point's own name means a structure interpolated for the point.
  if (success_method === 'seed_step' && seed_point_name === name) return 'a structure interpolated for it';
  return success_method === 'continue' ? 'where its earlier attempt stopped' : String(seed_point_name);
}

function toContinue({ unconverged }: PointExplanation): string[] {
  if (unconverged === undefined) return [];
  const { attempt, max_relc, version } = unconverged;
  const where = attempt === null ? 'an earlier attempt' : `attempt ${attempt}`;
  const change = `with a largest relative change of ${relativeChange(max_relc)}`;
  return [`A continue would start where ${where} stopped, ${change} (version ${version.slice(0, 12)}).`];
}

function rules({ rules: applied = [] }: PointExplanation): string[] {
  return applied.map(
    ({ name, applied: times, at_most: most, next, description }) =>
      `${next === true ? 'It follows' : 'It has followed'} the rule ${name} (${count(times)} of at most ${count(most)} times): ${description}.`,
  );
}

function seeds(explanation: PointExplanation): string[] {
  const { point, tried_seeds, prepared_seed: prepared } = explanation;
  const tried = tried_seeds.length > 0 ? [`Seeds already tried: ${tried_seeds.join(', ')}.`] : [];
  if (point.status === 'converged') return tried;
  if (point.status !== 'failed' && prepared !== undefined && prepared.status !== 'nearest')
    return [...tried, ...interpolatedSeed(point, prepared)];
  const why = prepared?.reason ? [`Its seed is not interpolated: ${prepared.reason}.`] : [];
  return [...tried, ...why, ...nearestSeed(explanation)];
}

function nearestSeed({ chain, candidates, more_candidates: more }: PointExplanation): string[] {
  const [best] = candidates;
  if (!best) return ['It has tried all suitable seeds.'];
  const number = `${more === true ? 'at least ' : ''}${count(candidates.length)}`;
  const isOnly = candidates.length === 1 && more !== true;
  const rank = best.ranked_distance === undefined ? 'nearest' : 'best';
  const others = isOnly ? ', the only suitable seed' : `, the ${rank} of ${number} suitable seeds`;
  const history = best.history === undefined ? [] : [sentence(best.history.description)];
  const when = chain[0] === 'seed_step' ? 'It would use' : 'A seed_step would use';
  return [`${when} ${best.name} as its seed${others}: ${qualities(best)}.`, ...history];
}

function interpolatedSeed(
  { status }: PointExplanation['point'],
  { status: prepared, interpolated_from: parents }: NonNullable<PointExplanation['prepared_seed']>,
): string[] {
  if (prepared === 'wanted') return ['Its seed is being interpolated.'];
  const between = `a structure interpolated between ${parents.map(weighted).join(', ')}`;
  return [status === 'running' ? `It was started from ${between}.` : `It will start from ${between}.`];
}

/** Describes a model and its weight in an interpolation. */
export function weighted({
  point_name: name,
  weight,
}: {
  readonly point_name: string;
  readonly weight: number;
}): string {
  return `${name} (${(100 * weight).toFixed(0)} %)`;
}

function qualities({ distance, max_relc, lineage }: PointExplanation['candidates'][number]): string {
  const origin = lineage === 0 ? 'from a cold start' : `${plural(lineage, 'step')} away from a cold start`;
  const change = max_relc === null ? '' : `, largest relative change ${relativeChange(max_relc)}`;
  return `${distance.toFixed(2)} grid steps away, ${origin}${change}`;
}
