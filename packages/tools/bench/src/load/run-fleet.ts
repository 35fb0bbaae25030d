import { setTimeout as sleep } from 'node:timers/promises';
import { summarise } from '../latencies.ts';
import { Connection } from './connection.ts';
import type { Fleet, FleetOutcome } from './plan.ts';
import { claimRequest, heartbeatRequest } from './requests.ts';

/** Two heartbeats and three claims in 30 seconds: the agent's intervals of 15 and 10 seconds. */
const PATTERN = ['claim', 'heartbeat', 'claim', 'heartbeat', 'claim'] as const;
const PATTERN_MS = 30_000;

/**
 * Runs a fleet. Each node sends its requests at fixed times over a separate connection. The nodes start evenly spread.
 */
export async function runFleet({ port, nodes, seconds }: Fleet, onBegin: () => void): Promise<FleetOutcome> {
  const { promise: fault, reject: onFault } = Promise.withResolvers<never>();
  fault.catch(() => undefined);
  const step = PATTERN_MS / PATTERN.length;
  const latencies: number[] = [];
  const timers: NodeJS.Timeout[] = [];
  const connections: Connection[] = [];
  for (const [place, node] of nodes.entries()) {
    const connection = await Connection.open(port, onFault);
    connections.push(connection);
    const requests = { claim: claimRequest(node), heartbeat: heartbeatRequest(node) };
    let turn = place;
    const send = () => {
      const start = performance.now();
      const request = requests[PATTERN[(turn += 1) % PATTERN.length] ?? 'claim'];
      connection.send([request], (status, body) => {
        if (status === 200) latencies.push(performance.now() - start);
        else onFault(new Error(`an idle node got ${status}: ${body.toString('utf8', 0, 300)}`));
      });
    };
    timers.push(setTimeout(() => timers.push(setInterval(send, step)), (place / nodes.length) * step));
  }
  // Wait for a complete pattern, so that every node has sent each request.
  await Promise.race([sleep(PATTERN_MS), fault]);
  onBegin();
  const start = performance.now();
  latencies.length = 0;
  await Promise.race([sleep(seconds * 1_000), fault]);
  const elapsed = performance.now() - start;
  for (const timer of timers) clearInterval(timer);
  for (const connection of connections) connection.close();
  return { done: latencies.length, seconds: elapsed / 1_000, latencies: summarise(latencies) };
}
