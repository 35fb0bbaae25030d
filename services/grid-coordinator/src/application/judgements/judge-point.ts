import { recordAudit } from '@almagest/accounts';
import type { Judgement, JudgementsQuery, JudgeReply, JudgeRequest, Stage } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { preparePoint } from '../../domain/tasks/stage-policy.ts';
import { rejectionError } from '../../domain/points/rejected-point.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import type { FormerResult } from '../../persistence/judgements/judgement-table.ts';
import {
  insertJudgement,
  listJudgements,
  type JudgementRow,
} from '../../persistence/judgements/judgement-repository.ts';
import { findOwnModels } from '../../persistence/models/model-repository.ts';
import {
  findUnfinishedPoints,
  lockPoints,
  statusOf,
  type PointState,
} from '../../persistence/points/point-repository.ts';
import { findRejectedModel, listRunningFrom, markRejected } from '../../persistence/judgements/rejected-models.ts';
import { reopenPass } from '../../persistence/models/residual-repository.ts';
import {
  lockWorkflowByName,
  readRunConfig,
  setWorkflowStatus,
} from '../../persistence/workflows/workflow-repository.ts';
import { unknownPoint } from '../points/list-points.ts';
import { requireWorkflow, unknownWorkflow } from '../workflows/require-workflow.ts';
import { countFromRejected } from '../../persistence/judgements/rejected-descendants.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';
import { OutcomeRecorder } from '../tasks/outcome-recorder.ts';

export interface JudgeDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  /** Enqueues the job that offers new seeds, because another version of the model may now be a seed. */
  readonly requestRelease: () => void;
  readonly onWorkflowChange: (name: string) => void;
}

export interface JudgedPoint {
  readonly workflowName: string;
  readonly pointName: string;
  readonly judgedBy: string;
}

/** The maximum number of running points from the rejected model that a reply lists. */
const MOST_RUNNING = 100;

/**
 * Records a judgement of a point or its model and applies the effects, in one transaction.
 *
 * If a model is rejected, the tasks that started from it continue, and their results count. A seed decides whether an
 * attempt converges, not what it converges to.
 */
export async function judgePoint(deps: JudgeDeps, judged: JudgedPoint, request: JudgeRequest): Promise<JudgeReply> {
  const reply = await inTransaction(deps.db, (trx) => judge(trx, deps.configs, judged, request));
  deps.requestRelease();
  deps.onWorkflowChange(judged.workflowName);
  return reply;
}

async function judge(
  trx: Tx,
  configs: RunConfigs,
  { workflowName, pointName, judgedBy }: JudgedPoint,
  request: JudgeRequest,
): Promise<JudgeReply> {
  const workflow = await lockWorkflowByName(trx, workflowName);
  if (workflow === undefined) throw unknownWorkflow(workflowName);
  const [point] = await lockPoints(trx, [{ workflowId: workflow.id, name: pointName }]);
  if (point === undefined) throw unknownPoint(workflowName, pointName);
  const recorder = new OutcomeRecorder(trx);
  const config = workflow.run === 0 ? null : await configs.of(trx, workflow);
  const { sha256, former } = await effectOf(trx, recorder, point, { request, config });
  await recorder.store();
  if (former !== null || request.kind === 'accepted') await reopenPass(trx, workflow.id);
  const id = await insertJudgement(trx, {
    workflowId: workflow.id,
    pointName,
    kind: request.kind,
    sha256,
    attempts: point.attempts,
    note: request.note,
    judgedBy,
    former,
  });
  await recordAudit(trx, { object: `point ${pointName} of ${workflowName}`, detail: { kind: request.kind, sha256 } });
  // If an accepted model still needs work, the work belongs to this run, even if the run was completed.
  if (workflow.status === 'completed') {
    const { queued } = await findUnfinishedPoints(trx, workflow.id);
    if (queued) await setWorkflowStatus(trx, workflow.id, 'running');
  }
  const [[stored], [after]] = await Promise.all([
    listJudgements(trx, workflow.id, { id }, 1),
    lockPoints(trx, [{ workflowId: workflow.id, name: pointName }]),
  ]);
  if (stored === undefined || after === undefined)
    throw new Error(`judgement ${id} disappeared within its own transaction`);
  const running =
    request.kind === 'rejected' && sha256 !== null
      ? await listRunningFrom(trx, { name: pointName, sha256 }, MOST_RUNNING)
      : [];
  const descendants = await countFromRejected(trx, workflow.id);
  return {
    judgement: toJudgement(stored),
    status: statusOf(after),
    running_from_it: running,
    ...(descendants === 0 ? {} : { from_rejected: descendants }),
  };
}

interface Effect {
  /** The model that is judged. */
  readonly sha256: string | null;
  readonly former: FormerResult | null;
}

interface Asked {
  readonly request: JudgeRequest;
  /** The configuration of the current run, or null before the first run. */
  readonly config: RunConfig | null;
}

async function effectOf(
  trx: Tx,
  recorder: OutcomeRecorder,
  point: PointState,
  { request, config }: Asked,
): Promise<Effect> {
  switch (request.kind) {
    case 'rejected':
      return await reject(trx, recorder, point, request);
    case 'accepted':
      return await accept(trx, recorder, point, { request, config });
    case 'checked':
      return { sha256: await modelOf(trx, point), former: null };
    case 'unchecked': {
      const [check] = await listJudgements(
        trx,
        point.workflow_id,
        { point: point.name, kind: 'checked', stands: true },
        1,
      );
      if (check === undefined) throw new Refusal('conflict', `point ${point.name} is not marked as checked`);
      return { sha256: check.sha256, former: null };
    }
  }
}

async function reject(
  trx: Tx,
  recorder: OutcomeRecorder,
  point: PointState,
  { note, version }: JudgeRequest,
): Promise<Effect> {
  const sha256 = await modelOf(trx, point);
  if (statusOf(point) !== 'converged' || sha256 === null)
    throw new Refusal(
      'conflict',
      `point ${point.name} is ${statusOf(point)}${sha256 === null ? ' and has no model' : ''}: only the model of a converged point can be rejected`,
    );
  if (version !== undefined && !sha256.startsWith(version))
    throw new Refusal(
      'conflict',
      `point ${point.name} now has model ${sha256}, not ${version}: look at the new model first`,
    );
  await markRejected(trx, { name: point.name, sha256 }, true);
  return { sha256, former: recorder.reject(point, rejectionError(note)) };
}

/**
 * Accepts a model. Also restores the point, unless the point was claimed since the rejection or this run recomputes its
 * atmosphere. Restores a re-armed point too if no node has claimed it yet.
 */
async function accept(
  trx: Tx,
  recorder: OutcomeRecorder,
  point: PointState,
  { request: { version = '' }, config }: Asked,
): Promise<Effect> {
  const filter = { point: point.name, kind: 'rejected', stands: true } as const;
  const rejections = await listJudgements(trx, point.workflow_id, filter, 500);
  const rejection = rejections.find(({ sha256 }) => sha256?.startsWith(version));
  // Archives of earlier versions contain no record of the rejection.
  const sha256 = rejection?.sha256 ?? (await findRejectedModel(trx, point, version));
  if (sha256 === undefined)
    throw new Refusal('conflict', `no model ${version} of point ${point.name} is rejected`.replace('  ', ' '));
  await markRejected(trx, { name: point.name, sha256 }, false);
  // Every claim after the rejection has increased `attempts`.
  if (rejection?.former && point.attempts === rejection.attempts) {
    const due = stageDue(point, rejection.former, config);
    if (due !== 'atmosphere') recorder.restore(point, rejection.former, due);
  }
  return { sha256, former: null };
}

/**
 * Returns the stage that this run must still compute for a restored point from an earlier run. Returns null if no stage
 * is left.
 */
function stageDue(point: PointState, former: FormerResult, config: RunConfig | null): Stage | null {
  // For a retired point, the start that restores the point makes this check.
  if (point.status === 'retired' || config === null || former.run === undefined || former.run === point.run)
    return null;
  const { spectrumDone } = former;
  const preparation = preparePoint({ status: 'converged', atmosphereDone: true, spectrumDone }, config);
  return preparation.keep ? null : preparation.from;
}

/** Returns the hash of a model that belongs to the point. */
async function modelOf(trx: Tx, point: PointState): Promise<string | null> {
  const signature = (await readRunConfig(trx, point.workflow_id))?.signature ?? null;
  const [model] = await findOwnModels(trx, { workflowId: point.workflow_id, signature }, [point.name], 'own');
  return model?.sha256 ?? null;
}

export async function readJudgements(
  db: Db,
  workflowName: string,
  { limit = 100, ...filter }: JudgementsQuery,
): Promise<{ judgements: Judgement[] }> {
  const { id } = await requireWorkflow(db, workflowName);
  return { judgements: (await listJudgements(db, id, filter, limit)).map(toJudgement) };
}

function toJudgement(row: JudgementRow): Judgement {
  return {
    id: row.id,
    point_name: row.point_name,
    kind: row.kind,
    sha256: row.sha256,
    note: row.note,
    judged_by: row.judged_by,
    judged_at: row.judged_at.toISOString(),
    stands: row.stands,
  };
}
