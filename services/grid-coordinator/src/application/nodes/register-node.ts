import { recordAudit } from '@almagest/accounts';
import { digestOf, sameDigest } from '@almagest/service-kit/credentials';
import type {
  CheckStatusReply,
  CheckStatusRequest,
  NodeInstance,
  NodeRegisterReply,
  NodeRegisterRequest,
  RegistrationKind,
} from '@almagest/contracts/grid';
import { databaseTime } from '@almagest/service-kit/database-time';
import { Refusal } from '@almagest/service-kit/refusal';
import { mayRun, type KnownInstance } from '../../domain/nodes/node-instance.ts';
import { isApproved, isFreeToApply } from '../../domain/nodes/node-lifecycle.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { forgetConfirmed, isHeard } from '../../persistence/nodes/heartbeat-repository.ts';
import { recordRegistration } from '../../persistence/nodes/node-registration-repository.ts';
import {
  insertNode,
  lockNode,
  machineText,
  updateNode,
  type NodeRow,
} from '../../persistence/nodes/node-repository.ts';
import { admitWith, isJoinKey } from './manage-join-keys.ts';
import type { TextSeal } from '@almagest/durable-files';
import { newToken } from '../../security/token.ts';

export interface RegisterDeps {
  readonly db: Db;
  readonly heartbeatTimeoutSec: number;
  readonly seal: TextSeal;
  readonly onNodeChange: (nodeId: string) => void;
}

const PENDING =
  'the application waits for an administrator: poll POST /api/node/check_status with the registration_secret';

const ADMITTED =
  'the join key has approved the node: collect its token with POST /api/node/check_status and the registration_secret';

/**
 * Records the application of a node, or the announcement of an approved node with its token.
 *
 * A name belongs to its first applicant. Other applicants don't have the first applicant's secret and learn nothing
 * about the application.
 */
export async function registerNode(
  deps: RegisterDeps,
  input: NodeRegisterRequest,
  { token, address }: Credentials,
): Promise<NodeRegisterReply> {
  const entry = { nodeId: input.node_id, address: plainAddress(address), maxSlots: input.max_slots };
  const answer = await deps.db.transaction().execute(async (trx) => {
    const secret = newToken('secret');
    const { node_id: nodeId, max_slots: maxSlots, machine } = input;
    const fresh = { nodeId, maxSlots, secretHash: digestOf(secret), machine };
    const registered = (await insertNode(trx, fresh))
      ? applied(secret)
      : await registerKnown(trx, await lockKnown(trx, input.node_id), input, {
          token,
          secret,
          timeoutSec: deps.heartbeatTimeoutSec,
        });
    await recordRegistration(trx, { ...entry, kind: registered.kind });
    if (registered.kind === 'applied') await recordAudit(trx, { object: `node ${input.node_id}` });
    return isJoinKey(token) ? await admitted(trx, deps, input.node_id, { registered, token }) : registered;
  });
  deps.onNodeChange(input.node_id);
  if (answer.reply !== undefined) return answer.reply;
  if (answer.runsOn !== undefined)
    throw new Refusal(
      'conflict',
      `node ${input.node_id} already runs on host ${answer.runsOn}. Stop one of the two: this node may start when the other host has been silent for ${deps.heartbeatTimeoutSec} s. A copied work dir needs its own node: remove its credentials.json and start it with another --node-id`,
    );
  throw new Refusal(
    'unauthenticated',
    `node ${input.node_id} is already approved. Register with its token, or ask the administrator to reissue the token. If this machine replaces the node, ask to remove the node first`,
  );
}

/** Approves an applicant with a join key. Changes nothing if the name belongs to another applicant. */
async function admitted(
  trx: Tx,
  { seal }: Pick<RegisterDeps, 'seal'>,
  nodeId: string,
  { registered, token }: { readonly registered: Registered; readonly token: string },
): Promise<Registered> {
  if (registered.kind !== 'applied' || registered.reply === undefined) return registered;
  await updateNode(trx, nodeId, await admitWith(trx, seal, token, nodeId));
  return { ...registered, reply: { ...registered.reply, message: ADMITTED } };
}

async function lockKnown(trx: Tx, nodeId: string): Promise<NodeRow> {
  const node = await lockNode(trx, nodeId);
  if (node === undefined) throw new Refusal('conflict', 'the application has just expired: apply again');
  return node;
}

/** The parts of a registration request other than its body. */
interface Credentials {
  readonly token: string | undefined;
  readonly address: string | undefined;
}

/** The kind of a registration and its reply. The reply is undefined without the token of an approved node. */
interface Registered {
  readonly kind: RegistrationKind;
  readonly reply: NodeRegisterReply | undefined;
  /** The host of another instance that is online. */
  readonly runsOn?: string;
}

/** The maximum length of an address: IPv6 with an IPv4 part and a zone. */
const LONGEST_ADDRESS = 64;

/** Returns an address in its usual form. Returns IPv4-mapped IPv6 addresses as plain IPv4. */
function plainAddress(address: string | undefined): string | null {
  return address?.replace(/^::ffff:(?=\d+\.)/, '').slice(0, LONGEST_ADDRESS) ?? null;
}

async function registerKnown(
  trx: Tx,
  node: NodeRow,
  { max_slots, registration_secret, instance, machine: given }: NodeRegisterRequest,
  { token, secret, timeoutSec }: { token: string | undefined; secret: string; timeoutSec: number },
): Promise<Registered> {
  const announced = { max_slots, machine: machineText(given) };
  if (isApproved(node.status)) return await announce(trx, node, { ...announced, instance }, { token, timeoutSec });
  // An expired application no longer reserves its name, even before the clean-up removes it.
  const now = await databaseTime(trx);
  if (isFreeToApply(node.status, node.applied_at, now)) {
    await updateNode(trx, node.node_id, {
      status: 'pending_approval',
      ...announced,
      secret_hash: digestOf(secret),
      applied_at: now,
    });
    return applied(secret);
  }
  const proven = registration_secret !== undefined && sameDigest(digestOf(registration_secret), node.secret_hash);
  if (!proven) return { ...applied(null), kind: 'contested' };
  await updateNode(trx, node.node_id, announced);
  return applied(null);
}

/** Allows an approved node to start, unless another instance of the node is online. */
async function announce(
  trx: Tx,
  node: NodeRow,
  { instance, ...announced }: { max_slots: number; machine: string | null; instance: NodeInstance | undefined },
  { token, timeoutSec }: { token: string | undefined; timeoutSec: number },
): Promise<Registered> {
  if (token === undefined || node.token_hash === null || !sameDigest(digestOf(token), node.token_hash))
    return { kind: 'refused', reply: undefined };
  const known = await knownInstance(trx, node, timeoutSec);
  if (!mayRun(known, instance)) {
    await updateNode(trx, node.node_id, { second_host: instance?.host ?? null, second_at: await databaseTime(trx) });
    return { kind: 'refused', reply: undefined, runsOn: known?.host ?? 'unknown' };
  }
  const isMoved = known !== undefined && known.id !== instance?.id;
  await updateNode(trx, node.node_id, {
    ...announced,
    ...placeOf(instance),
    ...(isMoved ? { second_host: null, second_at: null } : {}),
  });
  await forgetConfirmed(trx, node.node_id);
  return { kind: 'announced', reply: { status: 'approved', message: 'welcome back', node_token: null } };
}

function placeOf(instance: NodeInstance | undefined) {
  return { instance_id: instance?.id ?? null, instance_host: instance?.host ?? null };
}

async function knownInstance(trx: Tx, node: NodeRow, timeoutSec: number): Promise<KnownInstance | undefined> {
  const { instance_id: id, instance_host: host } = node;
  if (id === null || host === null) return undefined;
  // The status is checked too, because a node may seem silent only because the coordinator was unreachable.
  return { id, host, isHeard: node.status === 'online' || (await isHeard(trx, node.node_id, timeoutSec)) };
}

function applied(secret: string | null): Registered {
  const reply = {
    status: 'pending_approval',
    message: PENDING,
    node_token: null,
    registration_secret: secret,
  } as const;
  return { kind: 'applied', reply };
}

/** Returns the status of an application. The token's text is returned only once after it is issued. */
export async function checkNodeStatus(
  deps: RegisterDeps,
  { node_id, registration_secret, instance }: CheckStatusRequest,
): Promise<CheckStatusReply> {
  return await deps.db.transaction().execute(async (trx) => {
    const node = await lockNode(trx, node_id);
    // Hashes the secret for unknown names too, so that response times don't reveal which names exist.
    const given = digestOf(registration_secret);
    const proven = sameDigest(given, node?.secret_hash ?? digestOf(''));
    if (node === undefined || !proven)
      throw new Refusal('unauthenticated', 'unknown node or wrong registration_secret');
    if (node.status === 'pending_approval') return { status: 'pending_approval', message: PENDING, node_token: null };
    if (node.status === 'rejected')
      return { status: 'rejected', message: 'the application was rejected', node_token: null };
    if (node.status === 'disabled')
      return {
        status: 'disabled',
        message: 'the node is disabled: its token can be collected after it is enabled',
        node_token: null,
      };
    const nodeToken = await collectToken(trx, deps.seal, node);
    if (nodeToken !== null) await updateNode(trx, node_id, placeOf(instance));
    const message =
      nodeToken === null
        ? 'the token was already collected or expired after a day: the administrator can reissue it'
        : 'keep the token: it is shown only once';
    return { status: 'approved', message, node_token: nodeToken };
  });
}

async function collectToken(trx: Tx, seal: TextSeal, node: NodeRow): Promise<string | null> {
  if (node.sealed_token === null || node.sealed_until === null) return null;
  await updateNode(trx, node.node_id, { sealed_token: null, sealed_until: null });
  return node.sealed_until > (await databaseTime(trx)) ? (seal.open(node.sealed_token) ?? null) : null;
}
