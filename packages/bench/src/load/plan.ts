import type { Latencies } from '../latencies.ts';

export interface LoadNode {
  readonly id: string;
  readonly token: string;
}

/** What the load process has to do. */
export type Plan = ClosedLoop | Reading;

/** A closed loop: each connection sends its next request when the last one is answered. */
export interface ClosedLoop {
  readonly kind: 'claims' | 'cycles' | 'heartbeats';
  readonly port: number;
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly nodes: readonly LoadNode[];
  /** For cycles: every how manieth report brings a seed file; 0 for none. */
  readonly seedEvery: number;
  /** For cycles: whether reports bring a model summary, which the coordinator keeps as a file. */
  readonly summaries: boolean;
}

/** One GET after the other on one connection: what a person at the console waits for. */
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
  /** Of whole cycles, or of single requests. */
  readonly latencies: Latencies;
  /** Of the claims within cycles. */
  readonly claims: Latencies;
  /** Ended before its time, because there was nothing left to claim. */
  readonly ranDry: boolean;
  /** Processor time of the load process itself. */
  readonly cpuSeconds: number;
}

/** Times of each request, by label. */
export type ReadingOutcome = Readonly<Record<string, readonly number[]>>;
