import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadNode } from '../load/plan.ts';
import type { Options } from '../options.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import { importArchive, receiveArchive } from './archive-transfer.ts';
import { addNodes, startCoordinator, THIS_CHECKOUT, type Coordinator } from './coordinator.ts';
import { writeFileSync } from 'node:fs';
import { peakMemoryMb } from './peak-memory.ts';

const WORKFLOW = 'bench-artifacts';
const FILES_OF_TASK = 20;
/** The number of nodes that upload at the same time, and of concurrent readers. */
const AT_ONCE = 4;
const PAGE = 500;

/**
 * Contents repeat after this many bytes, so that a compressing file system can hold 100 GB of them. The coordinator
 * does not compress artifacts.
 */
const REPEATED_BYTES = 8_192;

/** At most this many artifacts are read again one by one. The archive contains all of them. */
const MOST_READ = 20_000;

/** The memory limit of a coordinator, for any number and size of artifacts. */
const MOST_MEMORY_MB = 400;

interface Listed {
  readonly sha256: string;
  readonly size_bytes: number;
}

/**
 * Uploads, lists, reads and exports artifacts with different contents on a separate coordinator, and imports the
 * archive into another coordinator. `add` receives the rows of each phase at the end of the phase. This process
 * generates, hashes and sends the artifacts on the same cores, so the rates are lower bounds.
 */
export async function measureArtifacts(
  site: Site,
  { artifacts, artifactBytes, apiNodeOptions }: Pick<Options, 'artifacts' | 'artifactBytes' | 'apiNodeOptions'>,
  add: (...rows: readonly Row[]) => void,
): Promise<void> {
  const version = { checkout: THIS_CHECKOUT, database: 'bench_artifacts', apiNodeOptions };
  const coordinator = await startCoordinator(site, version);
  const nodes = await addNodes(coordinator, 'sender', AT_ONCE);
  await startWorkflow(coordinator, Math.ceil(artifacts / FILES_OF_TASK));
  const megabytes = (artifacts * artifactBytes) / 1e6;
  const what = `${artifacts.toLocaleString('en-US')} of ${artifactBytes.toLocaleString('en-US')} bytes, ${AT_ONCE} at once`;
  let left = artifacts;
  const take = (): number => {
    const some = Math.min(FILES_OF_TASK, left);
    left -= some;
    return some;
  };
  const senders = nodes.map((node) => new Sender(coordinator, node, artifactBytes));
  const handing = await measured(coordinator, () => Promise.all(senders.map((sender) => sender.run(take))));
  add(
    { what: 'artifacts handed over', ...speed(megabytes, handing), detail: rate(what, artifacts / handing.seconds) },
    ...memory('handed over', handing),
  );
  const listed: Listed[] = [];
  const listing = await measured(coordinator, async () => void listed.push(...(await listAll(coordinator))));
  if (listed.length !== artifacts) throw new Error(`${listed.length} of ${artifacts} artifacts are listed`);
  const rows = { value: artifacts / listing.seconds, unit: 'rows/s', detail: `in pages of ${PAGE}` };
  add({ what: 'artifacts listed', ...rows }, ...memory('listed', listing));
  const queue = listed.slice(0, MOST_READ);
  const read = { megabytes: (queue.length * artifactBytes) / 1e6, count: queue.length };
  const reading = await measured(coordinator, () => Promise.all(senders.map(() => readAll(coordinator, queue))));
  const detailRead = rate(`${read.count.toLocaleString('en-US')} of them`, read.count / reading.seconds);
  add({ what: 'artifacts read', ...speed(read.megabytes, reading), detail: detailRead }, ...memory('read', reading));
  const archive = join(site.folder, 'artifacts.tar');
  const exporting = await measured(coordinator, () => receiveArchive(coordinator, WORKFLOW, archive));
  add(
    { what: 'artifacts exported', ...speed(megabytes, exporting), detail: 'one archive, with its preparation' },
    ...memory('exported', exporting),
  );
  const elsewhere = await startCoordinator(site, { ...version, database: 'bench_import' });
  const importing = await measured(elsewhere, () => importArchive(elsewhere, archive));
  add(
    {
      what: 'artifacts imported',
      ...speed(megabytes, importing),
      detail: 'the archive, on another coordinator, until it is stored',
    },
    ...memory('imported', importing),
  );
}

/** Reports the peak memory of both processes in one phase, compared with the limit. */
function memory(phase: string, { peakMb }: Phase): Row[] {
  return (['api', 'worker'] as const).map((program) => ({
    what: `peak memory of the ${program === 'api' ? 'API' : 'worker'}, artifacts ${phase}`,
    value: peakMb[program],
    unit: 'MB',
    detail: 'resident',
    goal: { atMost: MOST_MEMORY_MB },
  }));
}

function speed(megabytes: number, { seconds }: Phase): Pick<Row, 'value' | 'unit'> {
  return { value: megabytes / seconds, unit: 'MB/s' };
}

function rate(what: string, perSecond: number): string {
  return `${what}; ${perSecond.toFixed(0)} artifacts/s`;
}

async function startWorkflow(coordinator: Coordinator, points: number): Promise<void> {
  const teff = Array.from({ length: points }, (_, index) => 20_000 + index).join(', ');
  const lone = ['logg', 'loghe', 'logc', 'logn', 'logo'].map((axis) => `  ${axis}: [1.0]`).join('\n');
  const chain = 'chain: [{label: lte, lte: true, niter: 1}]\nartifacts: {max_bytes_per_task: 1000000000000}\n';
  const yaml = `grid:\n  teff: [${teff}]\n${lone}\n${chain}`;
  await coordinator.call('POST', '/api/workflows', { name: WORKFLOW, description: null, config_yaml: yaml });
  await coordinator.call('POST', `/api/workflows/${WORKFLOW}/start`);
  for (;;) {
    const { data } = (await coordinator.call('GET', `/api/workflows/${WORKFLOW}`)) as { data: { status: string } };
    if (data.status === 'running') return;
    await sleep(20);
  }
}

/** A node that claims tasks and uploads artifacts until no artifacts are left. */
class Sender {
  readonly #coordinator: Coordinator;
  readonly #node: LoadNode;
  readonly #bytes: Buffer;
  #count = 0;

  constructor(coordinator: Coordinator, node: LoadNode, artifactBytes: number) {
    this.#coordinator = coordinator;
    this.#node = node;
    this.#bytes = Buffer.alloc(artifactBytes, randomBytes(REPEATED_BYTES));
  }

  async run(take: () => number): Promise<void> {
    for (let files = take(); files > 0; files = take()) await this.#compute(files);
  }

  async #compute(files: number): Promise<void> {
    const { task } = (await this.#send('POST', '/api/task/claim')) as { task: Record<string, unknown> };
    const taskId = String(task['task_id']);
    const of = { task_id: taskId, status: 'completed', converged: true, atmosphere_has_nan: false };
    const first = this.#count;
    const artifacts = Array.from({ length: files }, (_, index) => this.#describe(first + index, `file-${index}`));
    this.#count += files;
    await this.#send('POST', '/api/task/artifacts', JSON.stringify({ ...of, artifacts }));
    for (const [index, { sha256 }] of artifacts.entries()) {
      const path = `/api/task/artifacts/${sha256}?task_id=${taskId}&offset=0`;
      await this.#send('PUT', path, new Uint8Array(this.#content(first + index)));
    }
    const form = new FormData();
    const report = { ...of, point_name: task['point_name'], node_id: this.#node.id, max_relc: 1e-4, artifacts };
    form.set('report', JSON.stringify(report));
    await this.#send('POST', '/api/task/report', form);
  }

  /** Returns bytes that differ only in the number at their beginning. */
  #content(number: number): Buffer {
    if (this.#bytes.length >= 6) this.#bytes.writeUIntBE(number, 0, 6);
    return this.#bytes;
  }

  #describe(number: number, path: string) {
    const sha256 = createHash('sha256').update(this.#content(number)).digest('hex');
    return { path, kind: 'spectrum', product: null, sha256, size_bytes: this.#bytes.length };
  }

  async #send(method: string, path: string, body?: string | FormData | Uint8Array<ArrayBuffer>): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${this.#coordinator.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#node.token}` },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as unknown;
  }
}

async function listAll(coordinator: Coordinator): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let after = ''; ;) {
    const path = `/api/workflows/${WORKFLOW}/artifacts?limit=${PAGE}${after}`;
    const { data } = (await coordinator.call('GET', path)) as { data: { artifacts: Listed[]; next: string | null } };
    all.push(...data.artifacts);
    if (data.next === null) return all;
    after = `&after=${data.next}`;
  }
}

async function readAll({ port, adminToken }: Coordinator, queue: Listed[]): Promise<void> {
  for (let next = queue.pop(); next; next = queue.pop()) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/artifacts/${next.sha256}`, {
      headers: { authorization: `Bearer ${adminToken}` },
    });
    const { byteLength } = await answer.arrayBuffer();
    if (byteLength !== next.size_bytes)
      throw new Error(`an artifact of ${next.size_bytes} bytes arrived with ${byteLength}`);
  }
}

interface Phase {
  readonly seconds: number;
  /** The largest resident memory of each process in this time. */
  readonly peakMb: { readonly api: number; readonly worker: number };
}

/** Measures the duration of `work` and the coordinator's memory during that time. */
async function measured({ apiPid, workerPid }: Coordinator, work: () => Promise<unknown>): Promise<Phase> {
  for (const pid of [apiPid, workerPid]) forgetPeak(pid);
  const from = performance.now();
  await work();
  const seconds = (performance.now() - from) / 1_000;
  return { seconds, peakMb: { api: peakMemoryMb(apiPid), worker: peakMemoryMb(workerPid) } };
}

/** Resets the recorded peak to the current memory of the process (Linux, proc(5): clear_refs). */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
