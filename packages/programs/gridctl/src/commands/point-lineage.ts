import type { Lineage, LineageDescendant } from '@almagest/contracts/grid';
import type { Context } from '../context.ts';
import { printable } from '../output/text-width.ts';
import { count, plural } from '../output/wording.ts';
import { weighted } from './explain.ts';

export async function showLineage(
  { client, terminal, signal }: Context,
  params: { readonly name: string; readonly point: string },
  version: string | undefined,
): Promise<void> {
  const query = version === undefined ? {} : { version };
  const { data } = await client.call('readLineage', { params, query }, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.lines(lineageInWords(data).map(printable));
}

const ENDS: Readonly<Record<Lineage['ends_with'], string | undefined>> = {
  cold_start: undefined,
  import: 'The lineage goes back to an imported model of unknown origin.',
  unknown: 'The version of the previous seed is not recorded.',
  limit: 'Earlier seeds are not shown.',
  none: undefined,
};

/** Describes the ancestors of a model. Then shows, as a tree, the attempts that started from the model. */
export function lineageInWords(lineage: Lineage): string[] {
  const { point_name: name, version, ancestors, ends_with, descendants } = lineage;
  const end = ENDS[ends_with];
  return [
    `${name}, ${version === null ? 'no model' : `model ${version.slice(0, 12)}${lineage.rejected ? ' (rejected)' : ''}`}`,
    ...ancestors.map((ancestor, index) => `${'  '.repeat(index + 1)}from ${ancestorInWords(ancestor, lineage)}`),
    ...(ends_with === 'cold_start' && ancestors.length === 0 ? ['  from a cold start'] : []),
    ...(end === undefined ? [] : [end]),
    '',
    descendants.length === 0 ? 'No attempt has started from this model.' : outcomesInWords(lineage),
    ...descendantsInWords(lineage),
    ...rejectedInWords(lineage),
  ];
}

function ancestorInWords(ancestor: Lineage['ancestors'][number], { workflow_name: own }: Lineage): string {
  const where = elsewhere(ancestor.workflow_name, own);
  const how = ancestor.task_type === null ? '' : `, ${ancestor.task_type}`;
  const parents = ancestor.interpolated_from;
  const between = parents === undefined ? '' : `, interpolated between ${parents.map(weighted).join(', ')}`;
  return `${ancestor.point_name}${where}${how}${ancestor.unconverged ? ', not converged' : ''}${ancestor.rejected ? ' (rejected)' : ''}${between}`;
}

/** Lists the rejected versions of the point, with the number of points that still descend from each. */
function rejectedInWords({ rejected_versions: versions = [] }: Lineage): string[] {
  if (versions.length === 0) return [];
  const lines = versions.map(
    ({ version, descendants }) =>
      `  ${version.slice(0, 12)}, ${plural(descendants, 'point')} with models that descend from this version`,
  );
  return ['', 'Rejected versions:', ...lines];
}

function elsewhere(workflow: string | null, own: string): string {
  if (workflow === own) return '';
  return workflow === null ? ' (its workflow was deleted)' : ` (workflow ${workflow})`;
}

function outcomesInWords({ outcomes, descendants, more_descendants: more }: Lineage): string {
  const counts = Object.entries(outcomes).flatMap(([outcome, n]) => (n === 0 ? [] : [`${count(n)} ${outcome}`]));
  const bound = more ? 'The first ' : '';
  return `${bound}${plural(descendants.length, 'attempt')} descended from this model: ${counts.join(', ')}`;
}

/** Lists each attempt, indented, below the attempt that produced its start. */
function descendantsInWords({ descendants, workflow_name: own }: Lineage): string[] {
  const children = Map.groupBy(descendants, ({ parent_task_id: parent }) => parent);
  const lines: string[] = [];
  const waiting = (children.get(null) ?? []).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    lines.push(descendantInWords(next, own));
    for (const one of (children.get(next.task_id) ?? []).toReversed()) waiting.push(one);
  }
  return lines;
}

function descendantInWords(attempt: LineageDescendant, own: string): string {
  const where = elsewhere(attempt.workflow_name, own);
  return `${'  '.repeat(attempt.generation)}${attempt.point_name}${where}, ${attempt.task_type}, ${attempt.outcome}`;
}
