import { withinRequest } from '@almagest/accounts';
import { Refusal } from '@almagest/service-kit/refusal';
import { readArguments, SUBAGENT } from '../../domain/agent/decide-call.ts';
import { audienceOf } from '../../domain/people/access.ts';
import { findCall, markCall, type CallRow } from '../../persistence/agent/agent-call-repository.ts';
import { insertMessage, openThread, type ThreadRow } from '../../persistence/agent/agent-message-repository.ts';
import type { Delegation } from './built-in-tools.ts';
import { finishCall, type CallResult } from './finish-call.ts';
import type { LeasedRow, LeasedSession } from './leased-session.ts';
import type { Asker, RunDeps } from './run-deps.ts';
import { systemPrompt } from './system-prompt.ts';

/**
 * Runs a call and stores its result. Marks the call as running or delegated first. A marked call without a result is
 * never run again.
 */
export async function runTool(deps: RunDeps, session: LeasedSession, agent: ThreadRow, callId: string): Promise<void> {
  const started = await session.write(async (trx, row) => {
    const found = await findCall(trx, callId);
    if (found?.status !== 'ready') throw new Error(`call ${callId} is not ready`);
    await markCall(trx, callId, found.tool_name === SUBAGENT ? 'delegated' : 'running');
    if (found.tool_name !== SUBAGENT) return { call: found, row };
    const { task, name = SUBAGENT } = readArguments(found.arguments) as unknown as Delegation;
    const { id: session_id, run } = row;
    const opened = { session_id, run, agent: name, depth: agent.depth + 1, call_id: callId };
    const thread = await openThread(trx, opened);
    const prompt = systemPrompt(row.permission_mode, 'sub');
    await insertMessage(trx, { session_id, thread, role: 'system', content: prompt });
    await insertMessage(trx, { session_id, thread, role: 'user', content: task });
  });
  if (started === undefined) return;
  const { call, row } = started;
  const result = await resultOf(deps, session, call, row);
  await session.write(async (trx, _row, publish) => {
    for (const event of await finishCall(trx, call, result)) publish(event);
  });
}

/**
 * Returns the tool's output, or the error as the result of the call. Throws only if work on the session has to stop.
 */
async function resultOf(
  { tools, limits, onFault, findViewer }: RunDeps,
  session: LeasedSession,
  call: CallRow,
  row: LeasedRow,
): Promise<CallResult> {
  const tool = tools.find(call.tool_name);
  // The call was stored by an earlier version of the service that had this tool.
  if (tool === undefined) return { status: 'error', output: `the tool ${call.tool_name} no longer exists` };
  const viewer = await findViewer(row.asker_id);
  if (viewer === undefined) return { status: 'error', output: 'the person who asked may no longer use the service' };
  const overdue = AbortSignal.timeout(limits.toolMs);
  const signal = AbortSignal.any([session.signal, overdue]);
  try {
    const owner = row.owner_id === row.asker_id ? viewer : await findViewer(row.owner_id);
    const audience = audienceOf(row, owner);
    const context = { viewer, audience, signal, sessionId: session.id };
    const run = withinAgent(viewer, call, () =>
      tool.run(readArguments(call.arguments) as Record<string, unknown>, context),
    );
    return { status: 'ok', output: await orAborted(run, signal) };
  } catch (error) {
    if (session.endedBy !== undefined) throw error;
    if (overdue.aborted)
      return { status: 'timeout', output: `${call.tool_name} took longer than ${Math.round(limits.toolMs / 1_000)} s` };
    if (error instanceof Refusal) return { status: 'error', output: error.message };
    onFault(error);
    return { status: 'error', output: `${call.tool_name} failed because of an internal error` };
  }
}

/** Runs a tool. The audit log records its changes under the name of the person who asked. */
function withinAgent<T>({ ownerId, name }: Asker, { tool_name, session_id }: CallRow, run: () => T): T {
  const actor =
    ownerId === null ? ({ kind: 'built-in', name } as const) : ({ kind: 'person', name, accountId: ownerId } as const);
  const operation = `agent ${tool_name}`;
  return withinRequest({ actor, address: '', requestId: session_id, operation }, run);
}

/** Waits for `work`, or throws when the signal aborts. Some tools ignore the signal. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
