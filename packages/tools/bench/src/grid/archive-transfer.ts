import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Coordinator } from './coordinator.ts';

/** The chunk size of `gridctl import`. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** Downloads the archive of a workflow into a file, and checks that it is complete. */
export async function receiveArchive({ port, adminToken }: Coordinator, workflow: string, file: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/workflows/${workflow}/export`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  if (!answer.ok || answer.body === null) throw new Error(`the export answered ${answer.status}`);
  await pipeline(Readable.fromWeb(answer.body), createWriteStream(file));
  const expected = Number(answer.headers.get('content-length'));
  const { size } = statSync(file);
  if (size !== expected) throw new Error(`received ${size} of ${expected} bytes of the archive`);
}

/** Sends an archive in chunks and waits until all of it is stored. */
export async function importArchive(coordinator: Coordinator, file: string): Promise<void> {
  const { size } = statSync(file);
  const sha256 = await hashOf(file);
  const source = await open(file, 'r');
  try {
    for (let offset = 0; offset < size; offset += PIECE_BYTES) {
      const piece = new Uint8Array(Math.min(PIECE_BYTES, size - offset));
      await source.read(piece, 0, piece.length, offset);
      await sendPiece(coordinator, `/api/imports/${sha256}?offset=${offset}&size=${size}`, piece);
    }
  } finally {
    await source.close();
  }
  for (;;) {
    const { data } = (await coordinator.call('GET', `/api/imports/${sha256}`)) as {
      data: { status: string; message: string | null };
    };
    if (data.status === 'done') return;
    if (data.status !== 'waiting' || data.message !== null)
      throw new Error(`the import is ${data.status}: ${data.message}`);
    await sleep(500);
  }
}

async function sendPiece(
  { port, adminToken }: Coordinator,
  path: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const headers = { authorization: `Bearer ${adminToken}` };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'PUT', headers, body });
  if (!answer.ok) throw new Error(`PUT ${path} answered ${answer.status}: ${await answer.text()}`);
}

async function hashOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer);
  return digest.digest('hex');
}
