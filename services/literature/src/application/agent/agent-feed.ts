import { listNews, type EventRow, type Listener } from '../../persistence/agent-event-repository.ts';
import { listRunning } from '../../persistence/agent-session-repository.ts';
import type { Db } from '../../persistence/database.ts';

/** What the streams of agent sessions are fed from. */
export interface AgentFeed {
  /** What each listener has not heard yet, by its place in the list. */
  listNews(listeners: readonly Listener[]): Promise<(EventRow & { readonly listener: number })[]>;
  /** Which of the sessions have a run that goes on. */
  listRunning(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export function agentFeed(db: Db): AgentFeed {
  return { listNews: (listeners) => listNews(db, listeners), listRunning: (ids) => listRunning(db, ids) };
}
