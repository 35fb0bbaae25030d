import type { Target, TargetListParams } from '@almagest/contracts/literature';
import type { Db } from '../../persistence/database.ts';
import * as targets from '../../persistence/targets/target-repository.ts';
import { requirePaper } from '../papers/require-paper.ts';

/** Lists the targets of the library or of one paper. `name` selects targets with a similar name. */
export async function listTargets(
  { db }: { db: Db },
  { bibcode, q, limit, offset }: TargetListParams,
): Promise<Target[]> {
  const paper = bibcode === undefined ? undefined : await requirePaper(db, bibcode);
  return await targets.listTargets(db, {
    ...(paper === undefined ? {} : { paperId: paper.id }),
    ...(q === undefined ? {} : { name: q }),
    limit,
    offset,
  });
}
