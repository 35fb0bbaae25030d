import { Socket } from 'node:net';
import { READ_ONLY } from '../database/outage.ts';

/**
 * The connections of one queue to PostgreSQL.
 *
 * After a failover, they may lead to a server that only reads. BullMQ closes the connection whose statement failed, but
 * keeps the connection on which it waits for notifications. The queue would not hear of new jobs again.
 */
export class QueueSockets {
  readonly #open = new Set<Socket>();

  /** Creates the socket of a new connection. */
  readonly create = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    return socket.once('close', () => this.#open.delete(socket));
  };

  /** Closes all connections if the error says that their server only reads. BullMQ then opens new connections. */
  leaveServerAfter(error: unknown): void {
    if ((error as { code?: unknown } | undefined)?.code !== READ_ONLY) return;
    for (const socket of this.#open) socket.destroy();
  }
}
