import type { AgentLimits } from './limits.ts';

/** A tool call that has no result yet. `delegated`: a sub-agent is at it. */
export interface OpenCall {
  readonly id: string;
  readonly status: 'waiting' | 'ready' | 'running' | 'delegated';
}

/** An agent at work: the main one, or one that another has called. */
export interface Thread {
  readonly thread: number;
  /** Levels above it; 0 of the main agent. */
  readonly depth: number;
  readonly steps: number;
  /** Of its last answer, in their order. */
  readonly calls: readonly OpenCall[];
  /** Its last message is an answer that calls no tool. */
  readonly hasAnswered: boolean;
}

/** Where a run stands, as the store has it. */
export interface RunState {
  /** From the main agent to the innermost one that works. */
  readonly threads: readonly Thread[];
  /** Answers of the model in this run. */
  readonly steps: number;
  readonly elapsedMs: number;
  /** How often a worker has begun with it. */
  readonly takes: number;
}

export type Move =
  /** `conclude`: it is the last answer, and no more tools are offered. */
  | { readonly kind: 'ask_model'; readonly thread: number; readonly conclude: boolean }
  | { readonly kind: 'run_tool'; readonly call: string }
  | { readonly kind: 'wait' }
  /** The answer of a sub-agent becomes the result of the call that started it. */
  | { readonly kind: 'return_to_caller'; readonly thread: number }
  | { readonly kind: 'complete' }
  | { readonly kind: 'fail'; readonly reason: string };

/** What is to be done next in a run. Only the innermost agent moves; the others wait for it. */
export function nextMove(state: RunState, limits: AgentLimits): Move {
  const agent = state.threads.at(-1);
  if (agent === undefined) return fail('the run has no agent');
  if (state.takes > limits.takes) return fail('the run was interrupted too often');
  if (state.elapsedMs >= limits.runMs) return fail(overtime(limits));
  const ready = agent.calls.find(({ status }) => status === 'ready');
  if (ready !== undefined) return { kind: 'run_tool', call: ready.id };
  if (agent.calls.length > 0) return { kind: 'wait' };
  if (agent.hasAnswered)
    return agent.depth === 0 ? { kind: 'complete' } : { kind: 'return_to_caller', thread: agent.thread };
  return ask(agent, state.steps, limits);
}

/** A sub-agent at its limit must conclude, and cannot end the run; the main one finds it at its own. */
function ask(agent: Thread, steps: number, limits: AgentLimits): Move {
  if (steps >= limits.steps) return fail(`the run came to no answer in ${limits.steps} steps`);
  if (agent.depth > 0 && agent.steps >= limits.stepsOfSubagent)
    return { kind: 'return_to_caller', thread: agent.thread };
  const conclude = steps === limits.steps - 1 || (agent.depth > 0 && agent.steps === limits.stepsOfSubagent - 1);
  return { kind: 'ask_model', thread: agent.thread, conclude };
}

export function overtime({ runMs }: AgentLimits): string {
  return `the run took longer than ${Math.round(runMs / 1_000)} s`;
}

function fail(reason: string): Move {
  return { kind: 'fail', reason };
}
