import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const TYPE_A = 1;
const HEADER_BYTES = 12;
const ANSWERED = 0x8180;
const NO_SUCH_NAME = 0x8183;

/** Imitates the name server of the container engine: one name, with the addresses of its containers (RFC 1035). */
export interface NameServer {
  /** Host and port. */
  readonly address: string;
  /** The IPv4 addresses returned for every name. */
  addresses: readonly string[];
  close(): Promise<void>;
}

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  const server: NameServer = {
    get address() {
      const { address, port } = socket.address();
      return `${address}:${port}`;
    },
    addresses: [],
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (query, { address, port }) => socket.send(answer(query, server.addresses), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return server;
}

function answer(query: Buffer, addresses: readonly string[]): Buffer {
  const end = query.indexOf(0, HEADER_BYTES) + 5;
  const records = query.readUInt16BE(end - 4) === TYPE_A ? addresses.map(recordOf) : [];
  const header = Buffer.from(query.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(addresses.length === 0 ? NO_SUCH_NAME : ANSWERED, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  header.fill(0, 8);
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records]);
}

/** Returns the answer record: the name as in the question, type A, class IN, time to live 0, four bytes. */
function recordOf(address: string): Buffer {
  return Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
}
