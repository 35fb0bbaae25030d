import { approveNodes } from '../coordinator/nodes.ts';
import { readWrites, writesBetween, type Writes } from '../coordinator/writes.ts';
import { measureLoop } from './measured-loop.ts';
import type { Stage } from './stage.ts';

const NODES = 2_000;

export async function measureHeartbeats(stage: Stage): Promise<void> {
  const { sql, results } = stage;
  const nodes = await approveNodes(sql, 'beat', NODES);
  let before: Writes = new Map();
  const { outcome, perSecond, detail } = await measureLoop(
    stage,
    { kind: 'heartbeats', nodes },
    { onBegin: async () => void (before = await readWrites(sql)) },
  );
  const written = writesBetween(before, await readWrites(sql));
  const statements = [...written.values()].reduce((sum, calls) => sum + calls, 0);
  const ofBeats = [...written].filter(([query]) => /node_heartbeat|coordinator_uptime/.test(query));
  const beatStatements = ofBeats.reduce((sum, [, calls]) => sum + calls, 0);
  results.put('heartbeats', 'almagest', perSecond, detail, outcome);
  results.put(
    'heartbeatWrites',
    'almagest',
    statements / outcome.seconds,
    `all statements of the database that wrote to its log, by pg_stat_statements; ${(beatStatements / outcome.seconds).toFixed(1)}/s of them for the heartbeats, the others are the worker's housekeeping`,
    Object.fromEntries([...written].map(([query, calls]) => [query.replaceAll(/\s+/g, ' ').slice(0, 160), calls])),
  );
}
