import { freePort } from '@almagest/test-kit/free-port';
import { sendRequest, type HttpReply, type Payload } from '@almagest/test-kit/http-call';
import { until } from '@almagest/test-kit/until';
import { ADMIN_TOKEN, type Site } from './site.ts';

const NODE = 'node-1';
const SUBSCRIPTIONS = '/api/notifications/subscriptions';

interface Task {
  readonly task_id: string;
  readonly point_name: string;
}

/** Sends the requests that nodes, researchers and strangers send to the services. */
export class Clients {
  readonly #site: Site;
  #nodeToken = '';

  constructor(site: Site) {
    this.#site = site;
  }

  async openNode(): Promise<void> {
    await this.#grid('/api/node/register', { node_id: NODE, max_slots: 4 });
    const { body } = await this.#admin(`/api/admin/nodes/${NODE}/approve`, {});
    this.#nodeToken = (body as { data: { node_token: string } }).data.node_token;
    await this.beat();
  }

  async beat(): Promise<void> {
    await this.#node('/api/node/heartbeat', { node_id: NODE, active_slots: 0, cpu_usage: 1, memory_usage: 1 });
  }

  async status(): Promise<void> {
    await this.#admin('/api/status');
  }

  async pauseClaims(): Promise<void> {
    await this.#admin('/api/admin/pause', { reason: 'a test' });
  }

  async resumeClaims(): Promise<void> {
    await this.#admin('/api/admin/resume', {});
  }

  async guess(): Promise<void> {
    await this.#grid('/login', { username: 'admin', password: 'wrong' });
  }

  async search(): Promise<void> {
    await sendRequest(this.#site.url('literature-api'), { path: '/api/search?q=star&source=catalog' });
  }

  /** Asks a question. The stream ends with the run, and the run ends because the model refuses. */
  async askAgent(): Promise<void> {
    const answer = await fetch(`${this.#site.url('literature-api')}/api/chat/agent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'Which stars are in the library?' }),
    });
    await answer.text();
  }

  /** Starts a synchronisation, which any worker may perform. */
  async startBatch(): Promise<void> {
    await sendRequest(this.#site.url('literature-api'), {
      path: '/api/sync/meta/run',
      payload: { q: 'star', source: 'catalog', limit: 10 },
    });
  }

  /** Subscribes an address where no program listens, and sends it a test. */
  async subscribeNobody(): Promise<void> {
    const target = `http://127.0.0.1:${await freePort()}/`;
    const { body } = await this.#admin(SUBSCRIPTIONS, { target, events: ['node.lost'] });
    const { id } = (body as { data: { subscription: { id: string } } }).data.subscription;
    await this.#admin(`${SUBSCRIPTIONS}/${id}/test`, {});
  }

  async removeSubscriptions(): Promise<void> {
    await this.#site.sql((client) => client.query('delete from grid.notification_subscription'));
  }

  async startWorkflow(name: string, points: number, more: readonly string[] = []): Promise<void> {
    const teff = Array.from({ length: points }, (_, index) => 20_000 + 100 * index);
    const yaml = [
      `grid: {teff: [${teff.join(', ')}], logg: [5], loghe: [-1], logc: [-4], logn: [-4], logo: [-4]}`,
      'chain: [{label: lte, lte: true, niter: 50}]',
      ...more,
    ];
    await this.#admin('/api/workflows', { name, description: null, config_yaml: yaml.join('\n') });
    await this.#admin(`/api/workflows/${name}/start`, {});
  }

  /** Opens a workflow and waits until its points exist. */
  async openWorkflow(name: string, points: number, more?: readonly string[]): Promise<void> {
    await this.startWorkflow(name, points, more);
    await until(async () => (await this.#statusOf(name)) === 'running', `${name} to be initialised`);
  }

  async stopWorkflow(name: string): Promise<void> {
    await until(async () => (await this.#statusOf(name)) !== 'initializing', `${name} to be initialised`);
    await this.#admin(`/api/workflows/${name}/stop`, {});
  }

  async claim(): Promise<Task | null> {
    const { body } = await this.#node('/api/task/claim', {});
    return (body as { task?: Task | null } | undefined)?.task ?? null;
  }

  async failTask(): Promise<void> {
    const task = await this.claim();
    if (task === null) return;
    const { task_id, point_name } = task;
    const failure = { status: 'failed', converged: false, atmosphere_has_nan: false, elapsed_sec: 1 };
    const form = new FormData();
    form.set('report', JSON.stringify({ task_id, point_name, node_id: NODE, ...failure, error_message: 'no file' }));
    await this.#node('/api/task/report', form);
  }

  async onlineNodes(): Promise<number> {
    const { body } = await this.#admin('/api/status');
    return (body as { nodes_online?: number } | undefined)?.nodes_online ?? 0;
  }

  async #statusOf(workflow: string): Promise<string | undefined> {
    const { body } = await this.#admin(`/api/workflows/${workflow}`);
    return (body as { data?: { status: string } } | undefined)?.data?.status;
  }

  #grid(path: string, payload?: Payload, token?: string): Promise<HttpReply> {
    return sendRequest(this.#site.url('grid-api'), { path, payload, token });
  }

  #admin(path: string, payload?: Payload): Promise<HttpReply> {
    return this.#grid(path, payload, ADMIN_TOKEN);
  }

  #node(path: string, payload: Payload): Promise<HttpReply> {
    return this.#grid(path, payload, this.#nodeToken);
  }
}
