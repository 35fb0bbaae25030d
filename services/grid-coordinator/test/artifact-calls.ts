import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type {
  Artifact,
  ArtifactsPage,
  ArtifactUse,
  DeclaredArtifact,
  TaskArtifact,
  TaskSpec,
} from '@almagest/contracts/grid';
import { ADMIN_TOKEN, type TestNode, type World } from './world.ts';

export interface TestFile extends TaskArtifact {
  readonly content: Buffer;
}

export function fileOf(path: string, content: string | Buffer, more: Partial<TaskArtifact> = {}): TestFile {
  const bytes = Buffer.from(content);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    path,
    kind: path.split(/[./]/, 1)[0] ?? '',
    product: null,
    sha256,
    size_bytes: bytes.length,
    content: bytes,
    ...more,
  };
}

export function listed(files: readonly TestFile[]): TaskArtifact[] {
  return files.map(({ path, kind, product = null, sha256, size_bytes }) => ({
    path,
    kind,
    product,
    sha256,
    size_bytes,
  }));
}

export const CONVERGED = { status: 'completed', converged: true, atmosphere_has_nan: false } as const;
export const FAILED = { status: 'failed', converged: false, atmosphere_has_nan: false } as const;

export interface ArtifactReply {
  readonly status: number;
  readonly body: { readonly message?: string };
}

export async function declare(
  node: TestNode,
  task: TaskSpec,
  files: readonly object[],
  outcome: object = CONVERGED,
): Promise<ArtifactReply & { readonly body: { readonly artifacts: DeclaredArtifact[] } }> {
  const { status, body } = await node.world
    .as(node.token, 'post', '/api/task/artifacts')
    .send({ task_id: task.task_id, ...outcome, artifacts: files });
  return { status, body: body as { artifacts: DeclaredArtifact[] } };
}

export function uploadPath(task: TaskSpec, sha256: string, offset = 0): string {
  return `/api/task/artifacts/${sha256}?task_id=${task.task_id}&offset=${offset}`;
}

export async function upload(
  node: TestNode,
  task: TaskSpec,
  { sha256, content }: Pick<TestFile, 'sha256' | 'content'>,
  offset = 0,
): Promise<ArtifactReply & { readonly body: { readonly received?: number; readonly stored?: boolean } }> {
  const answer = await fetch(node.world.url + uploadPath(task, sha256, offset), {
    method: 'PUT',
    headers: { authorization: `Bearer ${node.token}` },
    body: new Uint8Array(content.subarray(offset)),
  });
  return { status: answer.status, body: (await answer.json()) as { message?: string } };
}

/** Starts an upload at an offset, sends some bytes and leaves the connection open. */
export function beginUpload(
  { url, token }: { readonly url: string; readonly token: string },
  task: TaskSpec,
  { sha256, content }: TestFile,
  { bytes, offset = 0 }: { readonly bytes: number; readonly offset?: number },
): {
  readonly send: (from: number, to: number) => void;
  readonly cut: () => void;
  readonly finish: (from?: number) => Promise<ArtifactReply>;
} {
  const sending = request(url + uploadPath(task, sha256, offset), {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-length': content.length - offset },
    agent: false,
  });
  sending.on('error', () => undefined);
  sending.write(content.subarray(offset, offset + bytes));
  return {
    send: (from, to) => void sending.write(content.subarray(from, to)),
    cut: () => sending.destroy(),
    finish: async (from = offset + bytes) => {
      sending.end(content.subarray(from));
      const [response] = (await once(sending, 'response')) as [IncomingMessage];
      return { status: response.statusCode ?? 0, body: (await json(response)) as ArtifactReply['body'] };
    },
  };
}

/** Declares and uploads files. */
export async function handOver(
  node: TestNode,
  task: TaskSpec,
  files: readonly TestFile[],
  outcome: object = CONVERGED,
): Promise<void> {
  const { body } = await declare(node, task, listed(files), outcome);
  for (const [index, { status }] of body.artifacts.entries()) {
    const file = files[index]!;
    if (status !== 'upload') continue;
    const answer = await upload(node, task, file);
    if (answer.body.stored !== true)
      throw new Error(`${file.path} was answered ${answer.status} ${answer.body.message}`);
  }
}

export async function reportWith(
  node: TestNode,
  task: TaskSpec,
  files: readonly TestFile[],
  outcome: object = CONVERGED,
): Promise<void> {
  await handOver(node, task, files, outcome);
  await node.report(task, { ...outcome, artifacts: listed(files) }).expect(200);
}

export async function artifactsOf(world: World, workflow: string, query = ''): Promise<ArtifactsPage> {
  const { body } = await world.admin('get', `/api/workflows/${workflow}/artifacts?${query}`).expect(200);
  return (body as { data: ArtifactsPage }).data;
}

export async function pathsOf(world: World, workflow: string, query = ''): Promise<string[]> {
  return (await artifactsOf(world, workflow, query)).artifacts.map(({ path }: Artifact) => path);
}

export async function useOf(world: World, workflow: string): Promise<ArtifactUse> {
  const { body } = await world.admin('get', `/api/workflows/${workflow}/artifacts/use`).expect(200);
  return (body as { data: ArtifactUse }).data;
}

export async function download(
  url: string,
  sha256: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly content: Buffer }> {
  const answer = await fetch(`${url}/api/artifacts/${sha256}`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...headers },
  });
  return { status: answer.status, headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) };
}
