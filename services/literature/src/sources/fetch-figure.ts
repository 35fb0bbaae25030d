import type { Outbound } from './outbound.ts';
import { OutboundFailure } from './outbound/failure.ts';
import { SourceFailure, type HostGate } from './source.ts';

export interface FigureOptions {
  readonly outbound: Outbound;
  readonly gate: HostGate;
  readonly intervalMs: number;
  readonly patienceMs: number;
}

const MAX_FIGURE_BYTES = 20 * 1024 * 1024;

/**
 * Fetches an image that a paper's page shows. Undefined when it is not to be had: a paper with a figure missing is
 * still a paper.
 */
export function figureFetcher({ outbound, gate, intervalMs, patienceMs }: FigureOptions) {
  return async (address: string, signal?: AbortSignal): Promise<Buffer | undefined> => {
    const inline = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/=\s]+)$/.exec(address)?.[1];
    if (inline !== undefined) return Buffer.from(inline, 'base64');
    if (!URL.canParse(address) || !/^https?:/.test(address)) return undefined;
    const options = { intervalMs, alone: false, leaseMs: outbound.longestMs, patienceMs, signal };
    try {
      return await gate.turn(new URL(address).host, () => fetchImage(outbound, address, signal), options);
    } catch (error) {
      if (error instanceof OutboundFailure || error instanceof SourceFailure) return undefined;
      throw error;
    }
  };
}

async function fetchImage(
  outbound: Outbound,
  url: string,
  signal: AbortSignal | undefined,
): Promise<Buffer | undefined> {
  return await outbound.exchange({ url, maxBytes: MAX_FIGURE_BYTES, signal }, async ({ status, headers, body }) => {
    if (status !== 200 || headers['content-type']?.startsWith('image/') !== true) return undefined;
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
}
