import { spawnSync } from 'node:child_process';
import { mkdir, statfs } from 'node:fs/promises';
import { HttpClient, textOf } from '@almagest/http-client';
import { reasonOf } from '../agent-error.ts';
import { openCoordinator } from '../coordinator/client.ts';
import { Credentials } from '../disk/credentials.ts';
import { faultOfWriting } from '../disk/work-dir.ts';
import { readSettings, type Settings } from '../settings.ts';

/** A finding of a check. `advice`: works, but the operator should know. */
interface Finding {
  readonly kind: 'ok' | 'fault' | 'advice';
  readonly text: string;
}

const MARKS = { ok: 'ok    ', fault: 'FAULT ', advice: 'advice' } as const;

/** Smaller clock differences don't matter, because the agent measures durations itself. */
const CLOCK_SEC = 60;

/** A single model with its artifacts soon fills a disk with less free space than this. */
const LITTLE_SPACE_BYTES = 1e9;

const TIMEOUTS = { connectMs: 10_000, headersMs: 10_000, idleMs: 10_000, totalMs: 20_000 };

/**
 * Runs `grid-agent doctor`, which takes the options of the agent and changes nothing at the coordinator. Prints its
 * findings. Returns the exit code: 1 if something has to be fixed, 2 for wrong settings.
 */
export async function runDoctor(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const read = readSettings(args, env);
  if (read.kind === 'text') {
    process.stdout.write(read.text);
    return 0;
  }
  if (read.kind === 'faults') {
    for (const fault of read.faults) process.stderr.write(`grid-agent doctor: ${fault}\n`);
    return 2;
  }
  const checks = [checkProxy(read.settings, env), checkConnection, checkWorkDir, checkAccess, checkEngine];
  let faults = 0;
  for (const check of checks) {
    for (const { kind, text } of typeof check === 'function' ? await check(read.settings) : check) {
      process.stdout.write(`${MARKS[kind]} ${text}\n`);
      if (kind === 'fault') faults += 1;
    }
  }
  process.stdout.write(faults === 0 ? 'The agent can work here.\n' : `${faults} to fix.\n`);
  return faults === 0 ? 0 : 1;
}

function checkProxy({ url }: Settings, env: NodeJS.ProcessEnv): Finding[] {
  const name = url.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = env[name] ?? env[name.toLowerCase()];
  if (proxy === undefined || proxy === '') return [];
  return [{ kind: 'advice', text: `proxy: ${name} is set, and NO_PROXY lists the exceptions` }];
}

async function checkConnection({ url }: Settings): Promise<Finding[]> {
  const http = new HttpClient({ timeouts: TIMEOUTS, keepAliveMs: 1_000, usesProxies: true });
  try {
    const asked = Date.now();
    const { status, headers, body } = await http.send({
      url: new URL('healthz', url.endsWith('/') ? url : `${url}/`).href,
      method: 'GET',
    });
    const text = await textOf(body);
    if (status !== 200 || !/"status":\s*"ok"/.test(text))
      return [fault(`connection: ${url} answers ${status}, but not as a coordinator: check --url and the proxy`)];
    return [{ kind: 'ok', text: `connection: ${url} answers` }, ...checkClock(headers['date'], asked, Date.now())];
  } catch (error) {
    const reason = reasonOf(error);
    const advice = /certificate|self.signed|issuer/i.test(reason)
      ? 'set NODE_EXTRA_CA_CERTS to the file of your certificate authority'
      : 'check --url, the network and HTTPS_PROXY';
    return [fault(`connection: ${url} does not answer: ${reason}. Advice: ${advice}`)];
  } finally {
    await http.close();
  }
}

/** Compares the clock with the `Date` of an answer, which has whole seconds. */
function checkClock(date: string | undefined, askedMs: number, answeredMs: number): Finding[] {
  const there = Date.parse(date ?? '');
  if (Number.isNaN(there)) return [];
  const offSec = Math.round((askedMs + (answeredMs - askedMs) / 2 - there) / 1_000);
  if (Math.abs(offSec) <= CLOCK_SEC) return [{ kind: 'ok', text: 'clock: agrees with the coordinator' }];
  const side = offSec > 0 ? 'ahead of' : 'behind';
  return [{ kind: 'advice', text: `clock: ${Math.abs(offSec)} s ${side} the coordinator's. Set it with NTP` }];
}

async function checkWorkDir({ workDir }: Settings): Promise<Finding[]> {
  try {
    await mkdir(workDir, { recursive: true, mode: 0o700 });
    const reason = await faultOfWriting(workDir);
    if (reason !== undefined) return [fault(`work dir: ${workDir} cannot be written: ${reason}`)];
    const { bavail, bsize } = await statfs(workDir);
    const free = bavail * bsize;
    if (free < LITTLE_SPACE_BYTES)
      return [{ kind: 'advice', text: `work dir: only ${Math.round(free / 1e6)} MB are free in ${workDir}` }];
    return [{ kind: 'ok', text: `work dir: ${workDir} can be written` }];
  } catch (error) {
    return [fault(`work dir: ${workDir} cannot be used: ${reasonOf(error)}`)];
  }
}

async function checkAccess({ url, workDir, nodeId, joinKey }: Settings): Promise<Finding[]> {
  const coordinator = openCoordinator(url);
  try {
    const { token } = await Credentials.open(`${workDir}/credentials.json`, nodeId);
    if (token === undefined) {
      const how = joinKey === undefined ? 'an administrator approves it' : 'the join key approves it';
      return [{ kind: 'ok', text: `access: ${nodeId} has no token yet. It applies at its first start, and ${how}` }];
    }
    const answer = await coordinator.heldTasks(token);
    if (answer.kind === 'answered') return [{ kind: 'ok', text: `access: the token of ${nodeId} is valid` }];
    if (answer.kind === 'refused' && answer.status === 401)
      return [fault(`access: the token of ${nodeId} is no longer valid: an administrator must reissue it`)];
    return [fault(`access: ${answer.message}`)];
  } catch (error) {
    return [fault(`access: ${reasonOf(error)}`)];
  } finally {
    await coordinator.close();
  }
}

/** Checks that the program in the engine command exists. Only `grid-agent try` runs the program. */
function checkEngine({ engine }: Settings): Promise<Finding[]> {
  const [program = ''] = engine.trim().split(/\s+/, 1);
  const { status } = spawnSync('sh', ['-c', 'command -v "$1" >/dev/null', 'sh', program]);
  const found: Finding =
    status === 0
      ? { kind: 'ok', text: `engine: ${program} was found. grid-agent try --task FILE runs it` }
      : fault(`engine: ${program} was not found: check --engine and the PATH`);
  return Promise.resolve([found]);
}

function fault(text: string): Finding {
  return { kind: 'fault', text };
}
