import { Refusal } from '@almagest/service-kit/refusal';
import { nextMove, overtime, type Move, type RunState } from '../../domain/agent/next-move.ts';
import { findCall, listOpenCalls } from '../../persistence/agent-call-repository.ts';
import { releaseSession } from '../../persistence/agent-lease-repository.ts';
import {
  closeThreads,
  listMessages,
  listOpenThreads,
  type ThreadRow,
} from '../../persistence/agent-message-repository.ts';
import type { Tx } from '../../persistence/database.ts';
import { ModelFailure } from '../../sources/language-model/model-failure.ts';
import { askModel } from './ask-model.ts';
import { endRun, keepHeardText, type RunEnd } from './end-run.ts';
import { finishCall } from './finish-call.ts';
import { LeaseLost, type LeasedRow, type LeasedSession } from './leased-session.ts';
import type { RunDeps } from './run-deps.ts';
import { runTool } from './run-tool.ts';

/** Brings a run to its end, from wherever the store says that it is. */
export async function runSession(deps: RunDeps, session: LeasedSession): Promise<void> {
  let overdue: NodeJS.Timeout | undefined;
  try {
    const elapsedMs = await takeUp(session);
    overdue = setTimeout(() => session.end('overtime'), Math.max(0, deps.limits.runMs - elapsedMs));
    while (await step(deps, session));
  } catch (error) {
    await endBadly(deps, session, error);
  } finally {
    clearTimeout(overdue);
  }
}

/** What a worker that died has left: a call without a result, and an answer that broke off. Returns the run's age in ms. */
async function takeUp(session: LeasedSession): Promise<number> {
  return await session.write(async (trx, row, tell) => {
    await keepHeardText(trx, row);
    for (const call of await listOpenCalls(trx, session.id)) {
      if (call.status !== 'running') continue;
      const output =
        'interrupted: the service stopped in the midst of it; what it was to do may be done, in part or not';
      for (const event of await finishCall(trx, call, { status: 'error', output })) tell(event);
    }
    return row.elapsed_ms;
  });
}

interface NextMove {
  readonly move: Move;
  readonly row: LeasedRow;
  readonly agent: ThreadRow;
}

/** Makes one move; false when it was the last. */
async function step(deps: RunDeps, session: LeasedSession): Promise<boolean> {
  const { move, row, agent } = await session.write(async (trx, row): Promise<NextMove> => {
    const { state, agent } = await readState(trx, row);
    const move = nextMove(state, deps.limits);
    // Together with the decision: an answer that comes now finds a session that waits, or waits for this row.
    if (move.kind === 'wait') await endRun(trx, row, { status: 'waiting' });
    return { move, row, agent };
  });
  switch (move.kind) {
    case 'wait':
      return false;
    case 'ask_model':
      await ask(deps, session, row, { agent, conclude: move.conclude });
      return true;
    case 'run_tool':
      await runTool(deps, session, agent, move.call);
      return true;
    case 'return_to_caller':
      await returnAnswer(session, agent);
      return true;
    case 'complete':
      await finish(session, { status: 'completed' });
      return false;
    case 'fail':
      await finish(session, { status: 'failed', reason: move.reason });
      return false;
  }
}

async function readState(trx: Tx, row: LeasedRow): Promise<{ state: RunState; agent: ThreadRow }> {
  const threads = await listOpenThreads(trx, row.id);
  const calls = await listOpenCalls(trx, row.id);
  const agent = threads.at(-1);
  if (agent === undefined) throw new Error('a session without its main agent');
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
    takes: row.takes,
  };
  return { state, agent };
}

/** A sub-agent whose model fails has failed; the one that called it may do without. */
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
  if (answer === undefined) await returnToCaller(session, agent, { status: 'error', output: 'it came to no answer' });
  else await returnToCaller(session, agent, { status: 'ok', output: answer });
}

async function returnToCaller(
  session: LeasedSession,
  agent: ThreadRow,
  result: { readonly status: 'ok' | 'error'; readonly output: string },
): Promise<void> {
  await session.write(async (trx, _row, tell) => {
    await closeThreads(trx, session.id, agent.thread);
    const call = agent.call_id === null ? undefined : await findCall(trx, agent.call_id);
    if (call !== undefined) for (const event of await finishCall(trx, call, result)) tell(event);
  });
}

async function finish(session: LeasedSession, end: RunEnd): Promise<void> {
  await session.write((trx, row) => endRun(trx, row, end));
}

/** Ends a run on what went wrong, if it is still to be ended here. */
async function endBadly({ db, limits, onFault }: RunDeps, session: LeasedSession, error: unknown): Promise<void> {
  if (session.endedBy === 'lost' || error instanceof LeaseLost) return;
  if (session.endedBy === 'shutdown') return await releaseSession(db, session.key);
  const reason = session.endedBy === 'overtime' ? overtime(limits) : reasonOf(error);
  if (reason === undefined) onFault(error);
  try {
    await finish(session, { status: 'failed', reason: reason ?? 'the run failed on a fault of the service' });
  } catch (again) {
    // The database is away, or somebody else was faster: the session is found when its lease runs out.
    if (!(again instanceof LeaseLost)) onFault(again);
  }
}

/** What the researcher may be told. */
function reasonOf(error: unknown): string | undefined {
  return error instanceof ModelFailure || error instanceof Refusal ? error.message : undefined;
}
