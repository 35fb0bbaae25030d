import { SCHEMA } from '../coordinator/coordinator.ts';
import { demandSeeds } from '../coordinator/stage-set.ts';
import { latencyText, measureLoop, type MeasuredLoop } from './measured-loop.ts';
import { WORKFLOW, type Stage } from './stage.ts';

export async function measureClaims(stage: Stage): Promise<void> {
  const before = await countTasks(stage);
  const { outcome, perSecond, detail } = await measureLoop(stage, { kind: 'claims', nodes: stage.nodes });
  const written = (await countTasks(stage)) - before;
  // Those of the warm-up are written as well.
  if (written < outcome.done) throw new Error(`${outcome.done} tasks were handed out, ${written} are recorded`);
  stage.results.put('claims', 'almagest', perSecond, detail, outcome);
}

async function countTasks({ sql }: Stage): Promise<number> {
  const { rows } = await sql.query<{ n: string }>(`select count(*) as n from ${SCHEMA}.task`);
  return Number(rows[0]?.n);
}

export async function measureCycles(stage: Stage): Promise<void> {
  const { nodes, results } = stage;
  const put = (row: 'cycles' | 'cyclesWithSeeds' | 'cyclesWithSummaries', { outcome, perSecond, detail }: MeasuredLoop) =>
    results.put(row, 'almagest', perSecond, `${detail}; the claim in it ${latencyText(outcome.claims)}`, outcome);
  put('cycles', await measureLoop(stage, { kind: 'cycles', nodes }));
  put('cyclesWithSeeds', await measureLoop(stage, { kind: 'cycles', nodes, seedEvery: 2 }));
  put('cyclesWithSummaries', await measureLoop(stage, { kind: 'cycles', nodes, seedEvery: 2, summaries: true }));
  await demandSeeds(stage.sql, WORKFLOW, Math.ceil(stage.lattice.points / 20));
  const { outcome, perSecond, detail } = await measureLoop(stage, { kind: 'claims', nodes });
  results.put('seedClaims', 'almagest', perSecond, `from the seeds that the reports brought; ${detail}`, outcome);
}
