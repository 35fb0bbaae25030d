import type { PointExplanation } from '@almagest/contracts/grid';
import { causeOf } from '../../domain/tasks/failure-cause.ts';
import { ruleInWords, timesUsed } from '../../domain/tasks/failure-rules.ts';
import type { PointState } from '../../persistence/points/point-repository.ts';
import type { TaskRow } from '../../persistence/tasks/task-repository.ts';
import type { RunConfig } from '../run-configs.ts';

/** Returns the rules applied to a point since it was armed, in the order of the configuration. */
export function explainRules(
  { next_rule: next, rules_used: used }: PointState,
  { rules }: RunConfig,
  attempts: readonly TaskRow[],
): Pick<PointExplanation, 'rules'> {
  const names = used ?? [];
  const cause = causeOf(attempts.findLast(isFailure)?.error_message ?? '');
  const applied = rules
    .filter(({ name }) => names.includes(name))
    .map((rule) => {
      const isNext = rule.name === next;
      const why = isNext ? `, because the ${rule.stage} failed with '${cause}', which matches '${rule.cause}'` : '';
      return {
        name: rule.name,
        applied: timesUsed(rule.name, names),
        at_most: rule.times,
        ...(isNext ? { next: true as const } : {}),
        description: `${ruleInWords(rule)}${why}`,
      };
    });
  return applied.length === 0 ? {} : { rules: applied };
}

/** Rules apply only to failures that count. */
function isFailure({ status, reclaimed, doubted }: TaskRow): boolean {
  return (status === 'failed' || status === 'timeout') && !reclaimed && !doubted;
}
