import { inTransaction } from '@almagest/service-kit/database';
import { namedBy } from '../../domain/points/lattice.ts';
import { countChanges, CountChanges } from '../../persistence/workflows/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { listNames, retirePoints } from '../../persistence/workflows/expansion-repository.ts';
import { lockWorkflow, type WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import { writeTogether } from '../../persistence/write-together.ts';
import type { RunConfig } from '../run-configs.ts';

const PAGE = 10_000;

/**
 * Retires the points that a workflow's configuration does not name. Retired points keep their results, but are not
 * claimed, counted or listed until a later configuration names them again. A running attempt may finish, and its report
 * is recorded.
 *
 * Safe to repeat after a crash.
 */
export async function retireUnnamed(
  { db }: { readonly db: Db },
  { id, expansion }: WorkflowState,
  config: RunConfig,
): Promise<void> {
  const isNamed = namedBy(config);
  let after: string | undefined = '';
  while (after !== undefined) {
    const names = await listNames(db, id, { after, limit: PAGE });
    const unnamed = names.filter((name) => !isNamed(name));
    if (unnamed.length > 0)
      await inTransaction(db, async (trx) => {
        const now = await lockWorkflow(trx, id);
        if (now?.expansion !== expansion) return;
        const counts = new CountChanges();
        for (const { wave, status, success_method: method } of await retirePoints(trx, id, unnamed)) {
          counts.add(id, wave, { status, method, n: -1 });
          counts.add(id, wave, { status: 'retired', method: null, n: 1 });
        }
        await writeTogether(trx, countChanges(counts));
      });
    after = names.length < PAGE ? undefined : names.at(-1);
  }
}
