import { Refusal } from '@almagest/service-kit/refusal';
import { nextAction, timeLimitReason, type AgentAction, type RunState } from '../../domain/agent/next-action.ts';
import { findCall, listOpenCalls } from '../../persistence/agent/agent-call-repository.ts';
import { releaseSession } from '../../persistence/agent/agent-lease-repository.ts';
import {
  closeThreads,
  listMessages,
  listOpenThreads,
  type ThreadRow,
} from '../../persistence/agent/agent-message-repository.ts';
import type { Tx } from '../../persistence/database.ts';
import { ModelError } from '../../sources/language-model/model-error.ts';
import { askModel } from './ask-model.ts';
import { endRun, storeStreamedText, type RunEnd } from './end-run.ts';
import { finishCall } from './finish-call.ts';
import { LeaseLostError, type LeasedRow, type LeasedSession } from './leased-session.ts';
import type { RunDeps } from './run-deps.ts';
import { runTool } from './run-tool.ts';

/** Continues a run from its stored state until the run ends or waits. */
export async function runSession(deps: RunDeps, session: LeasedSession): Promise<void> {
  let overdue: NodeJS.Timeout | undefined;
  try {
    const elapsedMs = await recoverRun(session);
    overdue = setTimeout(() => session.end('time_limit'), Math.max(0, deps.limits.runMs - elapsedMs));
    while (await step(deps, session));
  } catch (error) {
    await handleFailure(deps, session, error);
  } finally {
    clearTimeout(overdue);
  }
}

/**
 * Recovers from a worker that died: closes its open call and stores its incomplete answer. Returns the run's age in ms.
 */
async function recoverRun(session: LeasedSession): Promise<number> {
  return await session.write(async (trx, row, publish) => {
    await storeStreamedText(trx, row);
    for (const call of await listOpenCalls(trx, session.id)) {
      if (call.status !== 'running') continue;
      const output =
        'interrupted: the service stopped during the call. Its effects may be complete, partial or missing';
      for (const event of await finishCall(trx, call, { status: 'error', output })) publish(event);
    }
    return row.elapsed_ms;
  });
}

interface NextStep {
  readonly action: AgentAction;
  readonly row: LeasedRow;
  readonly agent: ThreadRow;
}

/** Performs the run's next action. Returns false if the action ended the run or made it wait. */
async function step(deps: RunDeps, session: LeasedSession): Promise<boolean> {
  const { action, row, agent } = await session.write(async (trx, row): Promise<NextStep> => {
    const { state, agent } = await readState(trx, row);
    const action = nextAction(state, deps.limits);
    // This write and the decision must be in one transaction. An answer that arrives now then waits for the row's lock
    // and finds a waiting session.
    if (action.kind === 'wait') await endRun(trx, row, { status: 'waiting' });
    return { action, row, agent };
  });
  switch (action.kind) {
    case 'wait':
      return false;
    case 'ask_model':
      await ask(deps, session, row, { agent, conclude: action.conclude });
      return true;
    case 'run_tool':
      await runTool(deps, session, agent, action.call);
      return true;
    case 'return_to_caller':
      await returnAnswer(session, agent);
      return true;
    case 'complete':
      await finish(session, { status: 'completed' });
      return false;
    case 'fail':
      await finish(session, { status: 'failed', reason: action.reason });
      return false;
  }
}

async function readState(trx: Tx, row: LeasedRow): Promise<{ state: RunState; agent: ThreadRow }> {
  const threads = await listOpenThreads(trx, row.id);
  const calls = await listOpenCalls(trx, row.id);
  const agent = threads.at(-1);
  if (agent === undefined) throw new Error('a session has no main agent');
  const state = {
    threads: threads.map(({ thread, depth, steps, has_answered }) => ({
      thread,
      depth,
      steps,
      calls: calls.filter((call) => call.thread === thread),
      hasAnswered: has_answered,
    })),
    steps: row.run_steps,
    elapsedMs: row.elapsed_ms,
    acquisitions: row.takes,
  };
  return { state, agent };
}

/**
 * Sends an agent's conversation to its model. If a sub-agent's model fails, only the sub-agent fails, and the agent
 * that called the sub-agent can continue.
 */
async function ask(
  deps: RunDeps,
  session: LeasedSession,
  row: LeasedRow,
  turn: { readonly agent: ThreadRow; readonly conclude: boolean },
): Promise<void> {
  try {
    await askModel(deps, session, row, turn);
  } catch (error) {
    if (turn.agent.depth === 0 || session.endedBy !== undefined || !(error instanceof Refusal)) throw error;
    await returnToCaller(session, turn.agent, { status: 'error', output: `the sub-agent failed: ${error.message}` });
  }
}

async function returnAnswer(session: LeasedSession, agent: ThreadRow): Promise<void> {
  const messages = await session.write((trx) => listMessages(trx, session.id, agent.thread));
  const answer = messages.findLast(({ role, content }) => role === 'assistant' && content.trim() !== '')?.content;
  if (answer === undefined)
    await returnToCaller(session, agent, { status: 'error', output: 'the sub-agent found no answer' });
  else await returnToCaller(session, agent, { status: 'ok', output: answer });
}

async function returnToCaller(
  session: LeasedSession,
  agent: ThreadRow,
  result: { readonly status: 'ok' | 'error'; readonly output: string },
): Promise<void> {
  await session.write(async (trx, _row, publish) => {
    await closeThreads(trx, session.id, agent.thread);
    const call = agent.call_id === null ? undefined : await findCall(trx, agent.call_id);
    if (call !== undefined) for (const event of await finishCall(trx, call, result)) publish(event);
  });
}

async function finish(session: LeasedSession, end: RunEnd): Promise<void> {
  await session.write((trx, row) => endRun(trx, row, end));
}

/** Ends a run that failed, unless the run has already ended or belongs to another process. */
async function handleFailure({ db, limits, onFault }: RunDeps, session: LeasedSession, error: unknown): Promise<void> {
  if (session.endedBy === 'lost' || error instanceof LeaseLostError) return;
  if (session.endedBy === 'shutdown') return await releaseSession(db, session.key);
  const reason = session.endedBy === 'time_limit' ? timeLimitReason(limits) : reasonOf(error);
  if (reason === undefined) onFault(error);
  try {
    await finish(session, { status: 'failed', reason: reason ?? 'the run failed because of an internal error' });
  } catch (again) {
    // The database is unreachable, or another process has acquired the session. In both cases, a worker finds the
    // session after its lease expires.
    if (!(again instanceof LeaseLostError)) onFault(again);
  }
}

/** Returns the reason for the failure if users may see it. */
function reasonOf(error: unknown): string | undefined {
  return error instanceof ModelError || error instanceof Refusal ? error.message : undefined;
}
