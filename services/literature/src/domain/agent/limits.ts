const MINUTE_MS = 60_000;

/** The limits of a run. A run lasts from a question, or from the last answer that it waited for, to its end. */
export interface AgentLimits {
  /** Answers of the model in a run, those of sub-agents included. */
  readonly steps: number;
  readonly stepsOfSubagent: number;
  readonly callsPerAnswer: number;
  readonly subagents: number;
  /** Levels of sub-agents below the main one. */
  readonly depth: number;
  readonly runMs: number;
  readonly toolMs: number;
  /** How often workers may acquire a run. A run that kills each of its workers must not be retried for ever. */
  readonly acquisitions: number;
}

export const AGENT_LIMITS: AgentLimits = {
  steps: 40,
  stepsOfSubagent: 15,
  callsPerAnswer: 16,
  subagents: 8,
  depth: 2,
  runMs: 60 * MINUTE_MS,
  toolMs: 10 * MINUTE_MS,
  acquisitions: 5,
};

/** Characters of a call's arguments: a note of some pages fits. */
export const ARGUMENT_CHARS = 100_000;

/** Characters of a tool's output that the model gets. */
export const SHOWN_CHARS = 16_000;

/** Characters of a tool's output that are stored. */
export const KEPT_CHARS = 4_000_000;

/** Characters of a conversation, some four to a token; common models take 128,000 tokens. */
export const CONVERSATION_CHARS = 300_000;
