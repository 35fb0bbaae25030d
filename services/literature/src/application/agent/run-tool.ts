import { Refusal } from '@almagest/service-kit/refusal';
import { readArguments, SUBAGENT } from '../../domain/agent/decide-call.ts';
import { findCall, markCall, type CallRow } from '../../persistence/agent-call-repository.ts';
import { insertMessage, openThread, type ThreadRow } from '../../persistence/agent-message-repository.ts';
import type { Delegation } from './built-in-tools.ts';
import { finishCall, type CallResult } from './finish-call.ts';
import type { LeasedSession } from './leased-session.ts';
import type { RunDeps } from './run-deps.ts';
import { systemPrompt } from './system-prompt.ts';

/** Runs a call and gives it its result. It is marked first: one that is marked and has no result is never run again. */
export async function runTool(deps: RunDeps, session: LeasedSession, agent: ThreadRow, callId: string): Promise<void> {
  const call = await session.write(async (trx, row) => {
    const found = await findCall(trx, callId);
    if (found?.status !== 'ready') throw new Error(`call ${callId} is not ready`);
    await markCall(trx, callId, found.tool_name === SUBAGENT ? 'delegated' : 'running');
    if (found.tool_name !== SUBAGENT) return found;
    const { task, name = SUBAGENT } = readArguments(found.arguments) as unknown as Delegation;
    const { id: session_id, run } = row;
    const opened = { session_id, run, agent: name, depth: agent.depth + 1, call_id: callId };
    const thread = await openThread(trx, opened);
    const prompt = systemPrompt(row.permission_mode, 'sub');
    await insertMessage(trx, { session_id, thread, role: 'system', content: prompt });
    await insertMessage(trx, { session_id, thread, role: 'user', content: task });
  });
  if (call === undefined) return;
  const result = await resultOf(deps, session, call);
  await session.write(async (trx, _row, publish) => {
    for (const event of await finishCall(trx, call, result)) publish(event);
  });
}

/** Returns the output of the tool, or an error as its result. Throws only if work at the session has to end. */
async function resultOf(
  { tools, limits, onFault }: RunDeps,
  session: LeasedSession,
  call: CallRow,
): Promise<CallResult> {
  const tool = tools.find(call.tool_name);
  // A tool of an earlier version, called before this one was installed.
  if (tool === undefined) return { status: 'error', output: `there is no tool ${call.tool_name} any more` };
  const overdue = AbortSignal.timeout(limits.toolMs);
  const signal = AbortSignal.any([session.signal, overdue]);
  try {
    const run = tool.run(readArguments(call.arguments) as Record<string, unknown>, { signal, sessionId: session.id });
    return { status: 'ok', output: await orAborted(run, signal) };
  } catch (error) {
    if (session.endedBy !== undefined) throw error;
    if (overdue.aborted)
      return { status: 'timeout', output: `${call.tool_name} took longer than ${Math.round(limits.toolMs / 1_000)} s` };
    if (error instanceof Refusal) return { status: 'error', output: error.message };
    onFault(error);
    return { status: 'error', output: `${call.tool_name} failed on a fault of the service` };
  }
}

/** A tool that does not heed its signal is not waited for. */
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
