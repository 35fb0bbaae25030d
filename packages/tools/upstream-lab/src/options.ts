import { Command, InvalidArgumentError } from 'commander';
import type { LabOptions } from './lab.ts';
import { HOST_NAMES } from './server/exchange.ts';

/** The hosts use the ports that follow the control server's port. */
const DEFAULT_PORT = 7700;

/** Parses the command line. On an error, commander prints the error and exits. */
export function readOptions(args: readonly string[]): LabOptions {
  const command = new Command('upstream-lab')
    .description(
      'Local stand-ins for the catalog, the preprint server, its mirror, publishers, the name resolver, Zotero and a model provider.',
    )
    .option(
      '--port <port>',
      'port of the control server. The hosts use the following ports. 0: any free ports',
      natural,
      DEFAULT_PORT,
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--latency <ms>', 'delay of every answer, or host=ms, comma-separated', latency, 0)
    .option('--bulk <count>', 'number of generated records in addition to the written papers', natural, 0);
  const {
    port,
    host,
    latency: latencyMs,
    bulk,
  } = command.parse([...args], { from: 'user' }).opts<{
    port: number;
    host: string;
    latency: NonNullable<LabOptions['latencyMs']>;
    bulk: number;
  }>();
  return { port, address: host, latencyMs, bulk };
}

function natural(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('a whole number, 0 or more');
  return Number(text);
}

function latency(text: string): NonNullable<LabOptions['latencyMs']> {
  if (!text.includes('=')) return natural(text);
  const pairs = text.split(',').map((pair) => {
    const [name = '', ms = ''] = pair.split('=');
    if (!HOST_NAMES.some((host) => host === name)) throw new InvalidArgumentError(`hosts: ${HOST_NAMES.join(', ')}`);
    return [name, natural(ms)] as const;
  });
  return Object.fromEntries(pairs);
}
