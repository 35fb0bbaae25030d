import { connect, type Socket } from 'node:net';

export type OnReply = (status: number, body: Buffer) => void;

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: *(\d+)/i;

/**
 * A keep-alive HTTP connection that carries one request at a time.
 *
 * It uses far less CPU than an HTTP client, so that the service under test has the cores to itself. It understands only
 * the replies of that service, which have a Content-Length.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #onFault: (error: Error) => void;
  #received: Buffer | undefined;
  #onReply: OnReply | undefined;
  #closing = false;

  private constructor(socket: Socket, onFault: (error: Error) => void) {
    this.#socket = socket;
    this.#onFault = onFault;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', onFault);
    socket.on('close', () => {
      if (!this.#closing) onFault(new Error('the service closed a connection'));
    });
  }

  static async open(port: number, onFault: (error: Error) => void): Promise<Connection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new Connection(socket, onFault);
  }

  send(parts: readonly (Buffer | string)[], onReply: OnReply): void {
    this.#onReply = onReply;
    if (parts.length > 1) this.#socket.cork();
    for (const part of parts) this.#socket.write(part);
    if (parts.length > 1) this.#socket.uncork();
  }

  close(): void {
    this.#closing = true;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    const received = this.#received === undefined ? chunk : Buffer.concat([this.#received, chunk]);
    this.#received = received;
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const length = LENGTH.exec(received.toString('latin1', 0, headEnd + 2))?.[1];
    if (length === undefined) {
      this.#onFault(new Error(`a reply without Content-Length: ${received.toString('latin1', 0, headEnd)}`));
      return;
    }
    const bodyStart = headEnd + HEAD_END.length;
    if (received.length < bodyStart + Number(length)) return;
    this.#received = undefined;
    const onReply = this.#onReply;
    this.#onReply = undefined;
    onReply?.(Number(received.toString('latin1', 9, 12)), received.subarray(bodyStart));
  }
}
