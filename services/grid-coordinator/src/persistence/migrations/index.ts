import type { Migration } from 'kysely/migration';
import { migration as grid } from './0001-grid.ts';
import { migration as claimPlace } from './0002-claim-place.ts';
import { migration as fewerIndexes } from './0003-fewer-indexes.ts';
import { migration as modelVersions } from './0004-model-versions.ts';
import { migration as copySeeds } from './0005-copy-seeds.ts';
import { migration as recordsOfAttempts } from './0006-records-of-attempts.ts';
import { migration as workflowTurns } from './0007-workflow-turns.ts';
import { migration as nodeDoubts } from './0008-node-doubts.ts';
import { migration as retiredPoints } from './0009-retired-points.ts';
import { migration as typedStages } from './0010-typed-stages.ts';
import { migration as completeExpansions } from './0011-complete-expansions.ts';
import { migration as unfitPoints } from './0012-unfit-points.ts';
import { migration as reclaimed } from './0013-reclaimed.ts';

/** Numbered, forward only. */
export const migrations: Record<string, Migration> = {
  '0001-grid': grid,
  '0002-claim-place': claimPlace,
  '0003-fewer-indexes': fewerIndexes,
  '0004-model-versions': modelVersions,
  '0005-copy-seeds': copySeeds,
  '0006-records-of-attempts': recordsOfAttempts,
  '0007-workflow-turns': workflowTurns,
  '0008-node-doubts': nodeDoubts,
  '0009-retired-points': retiredPoints,
  '0010-typed-stages': typedStages,
  '0011-complete-expansions': completeExpansions,
  '0012-unfit-points': unfitPoints,
  '0013-reclaimed': reclaimed,
};
