/**
 * The coordinator's API, as far as the console needs it; types and names are those of the contract.
 *
 * @import {
 *   AdminNode, ClusterStatus, CreateWorkflowRequest, IssuedToken, PointDetail, PointExplanation, PointsPage, Progress,
 *   RearmReply, RearmRequest, Session, WorkflowItem, WorkflowStats, WorkflowSummary,
 * } from '@almagest/contracts/grid'
 */

const TIMEOUT_MS = 30_000;

/** A request that was refused or did not arrive; its message is the server's own. */
export class ApiError extends Error {
  /**
   * @param {number} status 0: the server did not answer
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Tells the shell that the session has ended; `detail` is the server's message. */
export const SIGNED_OUT = 'signed-out';

/**
 * Difference between the server's clock and this one. Ages are computed with the server's clock, because their times
 * are the server's.
 */
let clockOffsetMs = 0;

export function serverNow() {
  return Date.now() + clockOffsetMs;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{ body?: unknown, signal?: AbortSignal | undefined }} [options]
 * @returns {Promise<any>}
 */
async function request(method, path, { body, signal } = {}) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, timeout.aborted ? 'the server did not answer within 30 s' : 'the server does not answer');
  }
  noteClock(response.headers.get('Date'));
  const reply = await readReply(response);
  if (response.ok) return reply;
  const message = reply?.message ?? `${response.status} ${response.statusText}`;
  if (response.status === 401 && path !== '/login') dispatchEvent(new CustomEvent(SIGNED_OUT, { detail: message }));
  throw new ApiError(response.status, message);
}

/** @param {string | null} date */
function noteClock(date) {
  const ms = Date.parse(date ?? '');
  // The header counts whole seconds, and a clock that is right within a few needs no correction.
  if (!Number.isNaN(ms)) clockOffsetMs = Math.abs(ms - Date.now()) < 5_000 ? 0 : ms - Date.now();
}

/** @param {Response} response */
async function readReply(response) {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    // A proxy in between words its own failures, mostly as HTML.
    if (response.ok) throw new ApiError(response.status, 'the answer is not JSON: is this the coordinator?');
    return undefined;
  }
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
async function readData(path, signal) {
  return (await request('GET', path, { signal })).data;
}

/**
 * Changes something and returns the server's sentence about it.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<string>}
 */
async function change(method, path, body) {
  return (await request(method, path, { body })).message;
}

/**
 * @param {string} name
 * @param {string} [rest]
 */
export function workflowPath(name, rest = '') {
  return `/api/workflows/${encodeURIComponent(name)}${rest}`;
}

/**
 * @param {string} nodeId
 * @param {string} action
 */
function nodePath(nodeId, action) {
  return `/api/admin/nodes/${encodeURIComponent(nodeId)}/${action}`;
}

/**
 * @param {string} username
 * @param {string} password
 * @returns {Promise<Session>}
 */
export async function login(username, password) {
  return (await request('POST', '/login', { body: { username, password } })).data;
}

export async function logout() {
  await change('POST', '/logout');
}

/** @returns {Promise<Session>} */
export async function readSession() {
  return await readData('/api/session');
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<ClusterStatus>}
 */
export async function readStatus(signal) {
  return await request('GET', '/api/status', { signal });
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<WorkflowSummary[]>}
 */
export async function listWorkflows(signal) {
  return await readData('/api/workflows', signal);
}

/**
 * @param {string} name
 * @param {AbortSignal} [signal]
 * @returns {Promise<WorkflowItem>}
 */
export async function readWorkflow(name, signal) {
  return await readData(workflowPath(name), signal);
}

/** @param {CreateWorkflowRequest} workflow */
export async function createWorkflow(workflow) {
  return await change('POST', '/api/workflows', workflow);
}

/** @param {CreateWorkflowRequest} workflow */
export async function updateWorkflow(workflow) {
  return await change('PUT', workflowPath(workflow.name), workflow);
}

/** @param {string} name */
export async function deleteWorkflow(name) {
  return await change('DELETE', workflowPath(name));
}

/** @param {string} name */
export async function startWorkflow(name) {
  return await change('POST', workflowPath(name, '/start'));
}

/** @param {string} name */
export async function stopWorkflow(name) {
  return await change('POST', workflowPath(name, '/stop'));
}

/**
 * @param {string} name
 * @param {AbortSignal} signal
 * @returns {Promise<WorkflowStats>}
 */
export async function readStats(name, signal) {
  return await readData(workflowPath(name, '/stats'), signal);
}

/**
 * @param {string} name
 * @param {number} hours
 * @param {AbortSignal} signal
 * @returns {Promise<Progress>}
 */
export async function readProgress(name, hours, signal) {
  return await readData(workflowPath(name, `/progress?hours=${hours}`), signal);
}

/**
 * @param {string} name
 * @param {URLSearchParams} query
 * @param {AbortSignal} signal
 * @returns {Promise<PointsPage>}
 */
export async function listPoints(name, query, signal) {
  return await readData(workflowPath(name, `/points?${query}`), signal);
}

/**
 * @param {string} name
 * @param {string} point
 * @param {AbortSignal} signal
 * @returns {Promise<PointDetail>}
 */
export async function readPoint(name, point, signal) {
  return await readData(workflowPath(name, `/points/${encodeURIComponent(point)}`), signal);
}

/**
 * @param {string} name
 * @param {string} point
 * @param {AbortSignal} signal
 * @returns {Promise<PointExplanation>}
 */
export async function explainPoint(name, point, signal) {
  return await readData(workflowPath(name, `/points/${encodeURIComponent(point)}/explain`), signal);
}

/**
 * @param {string} name
 * @param {RearmRequest} filter
 * @returns {Promise<RearmReply>}
 */
export async function rearmPoints(name, filter) {
  return (await request('POST', workflowPath(name, '/points/rearm'), { body: filter })).data;
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<AdminNode[]>}
 */
export async function listNodes(signal) {
  return await readData('/api/admin/nodes', signal);
}

/**
 * @param {string} nodeId
 * @param {'approve' | 'reissue'} action
 * @returns {Promise<IssuedToken>}
 */
export async function issueToken(nodeId, action) {
  return (await request('POST', nodePath(nodeId, action))).data;
}

/**
 * @param {string} nodeId
 * @param {'reject' | 'disable' | 'enable'} action
 */
export async function changeNode(nodeId, action) {
  return await change('POST', nodePath(nodeId, action));
}

/**
 * @param {string} nodeId
 * @param {number | null} adminMaxSlots null removes the limit
 */
export async function setNodeQuota(nodeId, adminMaxSlots) {
  return await change('POST', nodePath(nodeId, 'quota'), { admin_max_slots: adminMaxSlots });
}

/** @param {string} point */
export function seedPath(point) {
  return `/api/seed/${encodeURIComponent(point)}`;
}

/**
 * How large a point's seed is, undefined where none is stored.
 *
 * @param {string} point
 * @param {AbortSignal} signal
 */
export async function readSeedBytes(point, signal) {
  const response = await fetch(seedPath(point), { method: 'HEAD', signal });
  return response.ok ? Number(response.headers.get('Content-Length')) : undefined;
}
