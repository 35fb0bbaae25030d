import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BAG_DECLARATION, END_OF_ARCHIVE, entryHead, entryPadding, manifestLine } from '@almagest/bagit-archive';
import type { ArchiveImport, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { fileOf, handOver, listed } from './artifact-calls.ts';
import { ADMIN_TOKEN, configYaml, givenNode, givenRunning, statusOf, type TestNode, type World } from './world.ts';

export interface Archive {
  readonly status: number;
  readonly headers: Headers;
  /** The received bytes, even if the response was cut off. */
  readonly bytes: Buffer;
  readonly cut: boolean;
}

export async function requestArchive(
  url: string,
  workflow: string,
  { query = '', headers = {} }: { query?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Archive> {
  const answer = await fetch(`${url}/api/workflows/${workflow}/export${query}`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...headers },
  });
  const pieces: Uint8Array[] = [];
  let cut = false;
  try {
    for await (const piece of answer.body ?? []) pieces.push(piece as Uint8Array);
  } catch {
    cut = true;
  }
  return { status: answer.status, headers: answer.headers, bytes: Buffer.concat(pieces), cut };
}

/** Unpacks an archive with the system's `tar` and returns the folder. */
export function unpack(archive: Buffer): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'grid-archive-'));
  execFileSync('tar', ['-xf', '-'], { cwd: folder, input: archive });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Returns the content of every file below a folder, by path. */
export function filesIn(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile()).sort();
  return new Map(files.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Creates a paused workflow with points in every state that a paused workflow can have. */
export async function givenResults(world: World, workflow: string): Promise<TestNode> {
  const node = await givenNode(world, `node-of-${workflow}`);
  const chain = 'atmosphere: {strategies: [cold_run, seed_step]}';
  await givenRunning(world, workflow, configYaml({ logg: ['5.0', '5.5', '6.0', '6.5'] }, chain));
  const report = async (task: TaskSpec, converged: boolean) => {
    const files = converged
      ? [fileOf('spectrum.txt', `4000 1.0\n4001 0.${task.wave}\n`), fileOf('plots/é ☉.svg', '<svg/>')]
      : [];
    if (converged) await handOver(node, task, files);
    await node
      .report(task, {
        converged,
        status: converged ? 'completed' : 'failed',
        max_relc: converged ? 3.5e-5 : 0.25,
        summary_json: JSON.stringify({ name: task.point_name, converged, task: task.task_type, note: 'Zeichen ☉' }),
        ...(converged ? { artifacts: listed(files) } : {}),
        ...(converged ? { seed: `model of ${task.point_name} in ${workflow}` } : { error_message: '=1+1, "no"\nend' }),
      })
      .expect(200);
  };
  // In wave order: a cold start that converges, a point that fails and then converges from a seed, and a point that
  // fails twice.
  for (const converges of [true, false, true, false, false]) await report(await node.claimSoon(), converges);
  await world.admin('post', `/api/workflows/${workflow}/stop`).expect(200);
  await until(async () => (await statusOf(world, workflow)) === 'paused', 'the workflow to be paused');
  return node;
}

/** Returns the files of a bag by path, without the tag files, which `pack` recreates. */
export function openBag(archive: Buffer, workflow: string): Map<string, Buffer> {
  const { folder, remove } = unpack(archive);
  const files = filesIn(join(folder, workflow));
  remove();
  return new Map([...files].filter(([path]) => path.startsWith('data/')));
}

interface Packing {
  /** Changes the manifest before its own hash is computed. */
  readonly manifest?: (text: string) => string;
  /** Changes the header of an entry. */
  readonly head?: (path: string, head: Buffer) => Buffer;
}

/** Packs files into an archive with matching manifests, in the order of an export. */
export function pack(files: ReadonlyMap<string, Buffer>, { manifest = (text) => text, head }: Packing = {}): Buffer {
  const paths = [...files.keys()].toSorted();
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  const hashes = (entries: readonly (readonly [string, Buffer])[]) =>
    entries.map(([path, content]) => manifestLine(createHash('sha256').update(content).digest('hex'), path)).join('');
  const payload = paths.map((path) => [path, files.get(path) ?? Buffer.alloc(0)] as const);
  const tags = [
    ['bagit.txt', Buffer.from(BAG_DECLARATION)],
    ['bag-info.txt', Buffer.from(`Payload-Oxum: ${bytes}.${files.size}\n`)],
    ['manifest-sha256.txt', Buffer.from(manifest(hashes(payload)))],
  ] as const;
  const all = [...tags, ['tagmanifest-sha256.txt', Buffer.from(hashes(tags))] as const, ...payload];
  const blocks = all.flatMap(([path, content]) => {
    const plain = entryHead({ path: `bag/${path}`, sizeBytes: content.length, mtimeSec: 0 });
    return [head?.(path, plain) ?? plain, content, Buffer.alloc(entryPadding(content.length))];
  });
  return Buffer.concat([...blocks, END_OF_ARCHIVE]);
}

/** Recomputes the checksum of a changed header. */
export function withChecksum(head: Buffer): Buffer {
  const changed = Buffer.from(head);
  changed.write('        ', 148);
  const sum = changed.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  changed.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return changed;
}

/** Uploads an archive in pieces and returns its SHA-256. */
export async function startImport(world: World, archive: Buffer, pieceBytes = archive.length): Promise<string> {
  const sha256 = createHash('sha256').update(archive).digest('hex');
  for (let offset = 0; offset < archive.length; offset += pieceBytes) {
    await world
      .admin('put', `/api/imports/${sha256}?offset=${offset}&size=${archive.length}`)
      .set('Content-Type', 'application/octet-stream')
      .send(archive.subarray(offset, offset + pieceBytes))
      .expect(200);
  }
  return sha256;
}

export async function readImportOf(world: World, sha256: string): Promise<ArchiveImport> {
  const { body } = await world.admin('get', `/api/imports/${sha256}`).expect(200);
  return (body as { data: ArchiveImport }).data;
}

/** Uploads an archive in pieces and waits until its import ends. */
export async function importArchive(world: World, archive: Buffer, pieceBytes?: number): Promise<ArchiveImport> {
  const sha256 = await startImport(world, archive, pieceBytes);
  return await until(async () => {
    const found = await readImportOf(world, sha256);
    return found.status === 'waiting' ? undefined : found;
  }, 'the import to end');
}
