const MINUTE_MS = 60_000;

/** The limits of a run. A run begins with a question, or with the last answer that it waited for. */
export interface AgentLimits {
  /** Answers of the model in a run, including those to sub-agents. */
  readonly steps: number;
  readonly stepsOfSubagent: number;
  /** Tool calls of one answer that may run. Further calls are refused. */
  readonly callsPerAnswer: number;
  /** Tool calls of one answer that are read. Further calls are ignored. */
  readonly readCallsPerAnswer: number;
  /** Tool calls of all runs of a session. */
  readonly callsPerSession: number;
  readonly subagents: number;
  /** Levels of sub-agents below the main agent. */
  readonly depth: number;
  readonly runMs: number;
  readonly toolMs: number;
  /** How often workers may acquire a run. A run that kills its workers must not be retried forever. */
  readonly acquisitions: number;
}

export const AGENT_LIMITS: AgentLimits = {
  steps: 40,
  stepsOfSubagent: 15,
  callsPerAnswer: 16,
  readCallsPerAnswer: 64,
  callsPerSession: 2_000,
  subagents: 8,
  depth: 2,
  runMs: 60 * MINUTE_MS,
  toolMs: 10 * MINUTE_MS,
  acquisitions: 5,
};

/** Maximum characters of a call's arguments. Notes of several pages fit. */
export const ARGUMENT_CHARS = 100_000;

/** Maximum characters of a tool's output that the model receives. */
export const SHOWN_CHARS = 16_000;

/** Maximum characters of a tool's output that are stored. */
export const KEPT_CHARS = 4_000_000;

/** Maximum characters of a conversation, about four per token. Common models accept 128,000 tokens. */
export const CONVERSATION_CHARS = 300_000;
