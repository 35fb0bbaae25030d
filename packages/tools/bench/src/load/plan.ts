import type { Latencies } from '../latencies.ts';

export interface LoadNode {
  readonly id: string;
  readonly token: string;
}

export type Plan = ClosedLoop | Fleet | Reading;

/** A closed loop: each connection sends its next request when its last request is answered. */
export interface ClosedLoop {
  readonly kind: 'claims' | 'cycles' | 'heartbeats';
  readonly port: number;
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly nodes: readonly LoadNode[];
  /** For cycles: every n-th report has a seed file. 0 means that no report has a seed file. */
  readonly seedEvery: number;
  /** For cycles: whether reports have a model summary, which the coordinator stores as a file. */
  readonly summaries: boolean;
}

/** Nodes without work, which send heartbeats and claims at the agent's intervals. */
export interface Fleet {
  readonly kind: 'fleet';
  readonly port: number;
  readonly nodes: readonly LoadNode[];
  readonly seconds: number;
}

export type FleetOutcome = Pick<LoopOutcome, 'done' | 'seconds' | 'latencies'>;

/** GET requests on one connection, one at a time, as sent by a person at the console. */
export interface Reading {
  readonly kind: 'reading';
  readonly port: number;
  readonly token: string;
  readonly requests: readonly { readonly label: string; readonly path: string }[];
}

/** Sent when the warm-up is over and the measurement begins. */
export type WarmUpOver = 'warm-up over';

export interface LoopOutcome {
  readonly done: number;
  readonly seconds: number;
  /** Latencies of whole cycles, or of single requests. */
  readonly latencies: Latencies;
  /** Latencies of the claims alone. */
  readonly claims: Latencies;
  /** The run ended early, because no task was left. */
  readonly ranDry: boolean;
  /** CPU time of the load process itself. */
  readonly cpuSeconds: number;
}

/** Times of the requests in milliseconds, by label. */
export type ReadingOutcome = Readonly<Record<string, readonly number[]>>;
