const MINUTE_MS = 60_000;

/** What a run may cost. A run lasts from a question, or the last answer it waited for, to its end. */
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
  /** How often a run is taken up after its worker died: one that kills every worker must not go on for ever. */
  readonly takes: number;
}

export const AGENT_LIMITS: AgentLimits = {
  steps: 40,
  stepsOfSubagent: 15,
  callsPerAnswer: 16,
  subagents: 8,
  depth: 2,
  runMs: 60 * MINUTE_MS,
  toolMs: 10 * MINUTE_MS,
  takes: 5,
};

/** Characters of a call's arguments: a note of some pages fits. */
export const ARGUMENT_CHARS = 100_000;

/** Characters of a tool's output that the model is shown. */
export const SHOWN_CHARS = 16_000;

/** Characters of a tool's output that are kept. */
export const KEPT_CHARS = 4_000_000;

/** Characters of a conversation, some four to a token; common models take 128,000 tokens. */
export const CONVERSATION_CHARS = 300_000;
