const MINUTE_MS = 60_000;

/**
 * The limits of a run. A run begins with the user's question. If the run waits for answers from the user, another run
 * begins after the last answer.
 */
export interface AgentLimits {
  /** Maximum number of model answers in a run, including answers to sub-agents. */
  readonly steps: number;
  readonly stepsOfSubagent: number;
  /** Maximum number of tool calls per answer that may run. Further calls are refused. */
  readonly callsPerAnswer: number;
  /** Maximum number of tool calls per answer that are parsed. Further calls are ignored. */
  readonly readCallsPerAnswer: number;
  /** Maximum number of tool calls in all runs of a session. */
  readonly callsPerSession: number;
  readonly subagents: number;
  /** Maximum number of sub-agent levels below the main agent. */
  readonly depth: number;
  readonly runMs: number;
  readonly toolMs: number;
  /**
   * Maximum number of times that workers may acquire a run. A run that kills its workers must not be retried forever.
   */
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

/** Maximum number of characters in a call's arguments. A note of several pages is shorter. */
export const ARGUMENT_CHARS = 100_000;

/** Maximum length of a tool's output as the model receives it, in characters. */
export const SHOWN_CHARS = 16_000;

/** Maximum length of a tool's stored output, in characters. */
export const KEPT_CHARS = 4_000_000;

/**
 * Maximum number of characters in a conversation. A token has about four characters. Common models accept 128,000
 * tokens.
 */
export const CONVERSATION_CHARS = 300_000;
