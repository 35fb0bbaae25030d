import type { Connection } from './connection.ts';
import type { ClosedLoop, LoadNode } from './plan.ts';
import { claimRequest, heartbeatRequest, reportRequest } from './requests.ts';

type Round = { readonly claimMs: number } | 'nothing to claim';

/** Performs one round and calls `done` when the round is answered. */
export type Work = (connection: Connection, done: (round: Round) => void) => void;

const MS = { claimMs: 0 };

/** Returns the work of one connection of a closed loop. */
export function workOf(plan: ClosedLoop, place: number, onFault: (error: Error) => void): Work {
  const own = plan.nodes.filter((_, index) => index % plan.connections === place % plan.nodes.length);
  const nodes = own.length > 0 ? own : plan.nodes.slice(place % plan.nodes.length, (place % plan.nodes.length) + 1);
  if (plan.kind === 'heartbeats') return heartbeats(nodes, onFault);
  const [node] = nodes;
  if (node === undefined) throw new Error('the load has no nodes');
  return plan.kind === 'claims' ? claims(node, onFault) : cycles(node, plan, onFault);
}

function heartbeats(nodes: readonly LoadNode[], onFault: (error: Error) => void): Work {
  const requests = nodes.map(heartbeatRequest);
  let turn = 0;
  return (connection, done) => {
    const request = requests[(turn += 1) % requests.length] ?? Buffer.alloc(0);
    connection.send([request], (status, body) => {
      if (status === 200 && body.includes('"ok"')) done(MS);
      else onFault(refused('a heartbeat', status, body));
    });
  };
}

function claims(node: LoadNode, onFault: (error: Error) => void): Work {
  const request = claimRequest(node);
  return (connection, done) => {
    connection.send([request], (status, body) => {
      if (status === 200 && body.includes('"task_id"')) done(MS);
      else if (status === 200 && body.includes('"empty"')) done('nothing to claim');
      else onFault(refused('a claim', status, body));
    });
  };
}

function cycles(node: LoadNode, { seedEvery, summaries }: ClosedLoop, onFault: (error: Error) => void): Work {
  const request = claimRequest(node);
  let turn = 0;
  return (connection, done) => {
    const start = performance.now();
    connection.send([request], (status, body) => {
      const id = textBehind(body, '"task_id":"');
      const point = textBehind(body, '"point_name":"');
      if (status === 200 && body.includes('"empty"')) return done('nothing to claim');
      if (status !== 200 || id === undefined || point === undefined) return onFault(refused('a claim', status, body));
      const claimMs = performance.now() - start;
      const seed = seedEvery > 0 && (turn += 1) % seedEvery === 0;
      connection.send(reportRequest(node, { id, point }, { seed, summary: summaries }), (status, body) => {
        if (status === 200) done({ claimMs });
        else onFault(refused('a report', status, body));
      });
    });
  };
}

function textBehind(body: Buffer, mark: string): string | undefined {
  const start = body.indexOf(mark);
  if (start < 0) return undefined;
  return body.toString('latin1', start + mark.length, body.indexOf('"', start + mark.length));
}

function refused(what: string, status: number, body: Buffer): Error {
  return new Error(`${what} answered ${status}: ${body.toString('utf8', 0, 300)}`);
}
