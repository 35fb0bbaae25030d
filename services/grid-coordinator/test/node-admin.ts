import type { AdminNode, CheckStatusReply, NodeRegisterReply } from '@almagest/contracts/grid';
import type { World } from './world.ts';

/** A node's credentials: the secret from its application, and the token after its approval. */
export interface NodeCredentials {
  readonly id: string;
  readonly secret: string;
  readonly token: string;
}

export const NODE_STATES = ['unknown', 'pending_approval', 'rejected', 'offline', 'online', 'disabled'] as const;
export type NodeState = (typeof NODE_STATES)[number];

/** Performs both sides of a node's application. Expects every request to get 200. */
export class NodeAdmin {
  readonly #world: () => World;
  #count = 0;

  constructor(world: () => World) {
    this.#world = world;
  }

  freshId(): string {
    this.#count += 1;
    return `node-${this.#count}`;
  }

  async register(body: object, token?: string): Promise<NodeRegisterReply> {
    const world = this.#world();
    const path = '/api/node/register';
    const test = token === undefined ? world.anyone('post', path) : world.as(token, 'post', path);
    const answer = await test.send(body).expect(200);
    return answer.body as NodeRegisterReply;
  }

  async apply(id: string): Promise<NodeCredentials> {
    const { registration_secret } = await this.register({ node_id: id, max_slots: 4 });
    return { id, secret: registration_secret as string, token: 'gn_none' };
  }

  /** Returns the token that the action issued, if any. */
  async act(action: string, id: string): Promise<string> {
    const { body } = await this.#world().admin('post', `/api/admin/nodes/${id}/${action}`).expect(200);
    return (body as { data: { node_token: string } | null }).data?.node_token ?? '';
  }

  async given(state: NodeState): Promise<NodeCredentials> {
    const id = this.freshId();
    if (state === 'unknown') return { id, secret: 'gs_none', token: 'gn_none' };
    const applicant = await this.apply(id);
    if (state === 'pending_approval') return applicant;
    if (state === 'rejected') {
      await this.act('reject', id);
      return applicant;
    }
    const node = { ...applicant, token: await this.act('approve', id) };
    if (state === 'online') await this.beat(node).expect(200);
    if (state === 'disabled') await this.act('disable', id);
    return node;
  }

  beat(node: NodeCredentials) {
    return this.#world()
      .as(node.token, 'post', '/api/node/heartbeat')
      .send({ node_id: node.id, active_slots: 0, cpu_usage: 1, memory_usage: 2 });
  }

  async poll({ id, secret }: NodeCredentials): Promise<CheckStatusReply> {
    const { body } = await this.#world()
      .anyone('post', '/api/node/check_status')
      .send({ node_id: id, registration_secret: secret })
      .expect(200);
    return body as CheckStatusReply;
  }

  async listed(id: string): Promise<AdminNode | undefined> {
    const { body } = await this.#world().admin('get', '/api/admin/nodes').expect(200);
    return (body as { data: AdminNode[] }).data.find(({ node_id }) => node_id === id);
  }

  async statusOf(id: string): Promise<string> {
    return (await this.listed(id))?.status ?? 'unknown';
  }
}
