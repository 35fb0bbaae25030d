import { listNews, type EventRow, type StreamPosition } from '../../persistence/agent/agent-event-repository.ts';
import { listRunning } from '../../persistence/agent/agent-session-repository.ts';
import type { Db } from '../../persistence/database.ts';

/** The source of the event streams of agent sessions. */
export interface AgentFeed {
  /** Returns the events after each position. An event's `listener` is the index of that position in `listeners`. */
  listNews(listeners: readonly StreamPosition[]): Promise<(EventRow & { readonly listener: number })[]>;
  /** Returns which of these sessions have an unfinished run. */
  listRunning(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export function agentFeed(db: Db): AgentFeed {
  return { listNews: (listeners) => listNews(db, listeners), listRunning: (ids) => listRunning(db, ids) };
}
