import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  /** Headers and text as they came. */
  readonly content: string;
}

export interface SmtpStandIn {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** The reply to the next recipients, instead of accepting them. */
  refusal: string | undefined;
  close(): Promise<void>;
}

/** A mail server on loopback: the commands of RFC 5321 that a client needs to hand over a mail, without extensions. */
export async function openSmtpStandIn(): Promise<SmtpStandIn> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    converse(socket, standIn);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const standIn: SmtpStandIn = {
    port: (server.address() as AddressInfo).port,
    received: [],
    refusal: undefined,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}

function converse(socket: Socket, standIn: SmtpStandIn): void {
  let [from, to, content, isContent, rest] = ['', '', '', false, ''];
  const reply = (line: string) => void socket.write(`${line}\r\n`);
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'MAIL') from = line.slice(10);
    if (verb === 'RCPT') to = line.slice(8);
    if (verb === 'RCPT' && standIn.refusal !== undefined) return reply(standIn.refusal);
    if (verb === 'QUIT') return void socket.end('221 bye\r\n');
    if (verb === 'DATA') isContent = true;
    reply(verb === 'DATA' ? '354 go on' : '250 ok');
  };
  const contentLine = (line: string) => {
    if (line !== '.') return void (content += `${line}\n`);
    standIn.received.push({ from, to, content });
    [content, isContent] = ['', false];
    reply('250 accepted');
  };
  reply('220 stand-in');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) (isContent ? contentLine : command)(line);
  });
}
