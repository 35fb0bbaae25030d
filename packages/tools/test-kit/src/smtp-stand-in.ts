import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  /** Headers and text as received. */
  readonly content: string;
}

export interface SmtpStandIn {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** All unencrypted input, commands and contents. */
  readonly inPlainText: string[];
  /** User and password that clients sent with AUTH PLAIN (RFC 4616). */
  readonly credentials: string[];
  /** The reply that refuses the next recipients, if set. */
  refusal: string | undefined;
  /** Whether to receive mails without answering, like a server that hangs. */
  isSilent: boolean;
  /** Whether to answer the sender's address with lines that never end. */
  isDripping: boolean;
  /** Answers the mails that were received in silence. */
  answer(reply: string): void;
  /** Returns the reply that refuses the next credentials, if set. */
  refusalOf: ((credentials: string) => string) | undefined;
  close(): Promise<void>;
}

/** How a mail server encrypts: from the start, or after STARTTLS (RFC 3207). */
export interface Encryption {
  readonly mode: 'smtps' | 'starttls';
  readonly key: Buffer;
  readonly cert: Buffer;
}

/**
 * Opens a mail server on loopback with the RFC 5321 commands needed to deliver a mail. Without encryption the server
 * offers no extension.
 */
export async function openSmtpStandIn(encryption?: Encryption): Promise<SmtpStandIn> {
  const sockets = new Set<Socket>();
  const unanswered = new Set<Reply>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    if (encryption?.mode === 'smtps')
      converse(encrypted(socket, encryption), standIn, { unanswered, isEncrypted: true });
    else converse(socket, standIn, { unanswered, isEncrypted: false, encryption });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const standIn: SmtpStandIn = {
    port: (server.address() as AddressInfo).port,
    received: [],
    inPlainText: [],
    credentials: [],
    refusal: undefined,
    isSilent: false,
    isDripping: false,
    answer: (line) => {
      for (const reply of unanswered) reply(line);
      unanswered.clear();
    },
    refusalOf: undefined,
    close: async () => {
      if (!server.listening) return;
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}

function encrypted(socket: Socket, { key, cert }: Encryption): TLSSocket {
  return new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => undefined);
}

type Reply = (line: string) => void;

interface Line {
  readonly unanswered: Set<Reply>;
  readonly isEncrypted: boolean;
  /** Used after STARTTLS. Not offered if undefined. */
  readonly encryption?: Encryption | undefined;
  /** Suppresses the greeting, as after STARTTLS. */
  readonly isGreeted?: boolean;
}

function converse(socket: Socket, standIn: SmtpStandIn, line: Line): void {
  const { unanswered, isEncrypted, encryption, isGreeted = false } = line;
  let [from, to, content, isContent, rest] = ['', '', '', false, ''];
  const reply: Reply = (text) => void socket.write(`${text}\r\n`);
  const offered = encryption === undefined ? '250 ok' : '250-stand-in\r\n250 STARTTLS';
  const extensions = isEncrypted ? '250-stand-in\r\n250 AUTH PLAIN' : offered;
  const startTls = () => {
    if (encryption === undefined) return reply('502 5.5.1 STARTTLS is not offered');
    socket.removeAllListeners('data');
    reply('220 go on');
    converse(encrypted(socket, encryption), standIn, { unanswered, isEncrypted: true, isGreeted: true });
  };
  const command = (text: string) => {
    const verb = text.slice(0, 4).toUpperCase();
    if (!isEncrypted) standIn.inPlainText.push(text);
    if (verb === 'EHLO') return reply(extensions);
    if (verb === 'STAR') return startTls();
    if (verb === 'AUTH') return reply(authenticate(standIn, text));
    if (verb === 'MAIL') from = text.slice(10);
    if (verb === 'RCPT') to = text.slice(8);
    if (verb === 'RCPT' && standIn.refusal !== undefined) return reply(standIn.refusal);
    if (verb === 'QUIT') return void socket.end('221 bye\r\n');
    if (verb === 'DATA') isContent = true;
    if (verb === 'MAIL' && standIn.isDripping) return drip(socket, reply);
    reply(verb === 'DATA' ? '354 go on' : '250 ok');
  };
  const contentLine = (text: string) => {
    if (!isEncrypted) standIn.inPlainText.push(text);
    if (text !== '.') return void (content += `${text}\n`);
    standIn.received.push({ from, to, content });
    [content, isContent] = ['', false];
    if (standIn.isSilent) unanswered.add(reply);
    else reply('250 accepted');
  };
  if (!isGreeted) reply('220 stand-in');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const text of lines) (isContent ? contentLine : command)(text);
  });
}

const DRIP_MS = 1_000;

function drip(socket: Socket, reply: Reply): void {
  const timer = setInterval(() => reply('250-wait'), DRIP_MS);
  socket.on('close', () => clearInterval(timer));
}

function authenticate(standIn: SmtpStandIn, line: string): string {
  const credentials = Buffer.from(line.split(' ')[2] ?? '', 'base64')
    .toString()
    .replaceAll('\0', ' ')
    .trim();
  standIn.credentials.push(credentials);
  return standIn.refusalOf?.(credentials) ?? '235 accepted';
}
