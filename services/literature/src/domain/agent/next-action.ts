import type { AgentLimits } from './limits.ts';

/** A tool call without a result. A sub-agent works on a `delegated` call. */
export interface OpenCall {
  readonly id: string;
  readonly status: 'waiting' | 'ready' | 'running' | 'delegated';
}

/** An active agent: the main agent, or a sub-agent that another agent has called. */
export interface Thread {
  readonly thread: number;
  /** The number of agents above this agent. 0 for the main agent. */
  readonly depth: number;
  readonly steps: number;
  /** The open calls of the last answer, in order. */
  readonly calls: readonly OpenCall[];
  /** Whether the last message is an answer without tool calls. */
  readonly hasAnswered: boolean;
}

export interface RunState {
  /** The active agents, from the main agent to the innermost agent. */
  readonly threads: readonly Thread[];
  /** The number of model answers in this run. */
  readonly steps: number;
  readonly elapsedMs: number;
  /** The number of times that workers have acquired the run. */
  readonly acquisitions: number;
}

export type AgentAction =
  /** `conclude`: this is the last answer, so no tools are offered. */
  | { readonly kind: 'ask_model'; readonly thread: number; readonly conclude: boolean }
  | { readonly kind: 'run_tool'; readonly call: string }
  | { readonly kind: 'wait' }
  /** The answer of a sub-agent becomes the result of the call that started the sub-agent. */
  | { readonly kind: 'return_to_caller'; readonly thread: number }
  | { readonly kind: 'complete' }
  | { readonly kind: 'fail'; readonly reason: string };

/** Decides what a run does next. Only the innermost agent acts. Its callers wait for its answer. */
export function nextAction(state: RunState, limits: AgentLimits): AgentAction {
  const agent = state.threads.at(-1);
  if (agent === undefined) return fail('the run has no agent');
  if (state.acquisitions > limits.acquisitions) return fail('the run was interrupted too often');
  if (state.elapsedMs >= limits.runMs) return fail(timeLimitReason(limits));
  const ready = agent.calls.find(({ status }) => status === 'ready');
  if (ready !== undefined) return { kind: 'run_tool', call: ready.id };
  if (agent.calls.length > 0) return { kind: 'wait' };
  if (agent.hasAnswered)
    return agent.depth === 0 ? { kind: 'complete' } : { kind: 'return_to_caller', thread: agent.thread };
  return ask(agent, state.steps, limits);
}

/**
 * Asks the model, unless a limit is reached. A sub-agent at its step limit returns to its caller. A run at its step
 * limit fails.
 */
function ask(agent: Thread, steps: number, limits: AgentLimits): AgentAction {
  if (steps >= limits.steps) return fail(`the run found no answer in ${limits.steps} steps`);
  if (agent.depth > 0 && agent.steps >= limits.stepsOfSubagent)
    return { kind: 'return_to_caller', thread: agent.thread };
  const conclude = steps === limits.steps - 1 || (agent.depth > 0 && agent.steps === limits.stepsOfSubagent - 1);
  return { kind: 'ask_model', thread: agent.thread, conclude };
}

export function timeLimitReason({ runMs }: AgentLimits): string {
  return `the run took longer than ${Math.round(runMs / 1_000)} s`;
}

function fail(reason: string): AgentAction {
  return { kind: 'fail', reason };
}
