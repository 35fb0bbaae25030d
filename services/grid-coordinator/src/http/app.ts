import type { Readable } from 'node:stream';
import { withinRequest } from '@almagest/accounts';
import type { Operation } from '@almagest/contracts';
import { agentOperations, gridOperations, releaseOperations } from '@almagest/contracts/grid';
import { callerOf, createEdge, type HandlerInput } from '@almagest/service-kit/http-edge';
import type { Logger } from '@almagest/service-kit/log';
import type { RequestMetrics } from '@almagest/service-kit/metrics';
import { multipartReader } from '@almagest/service-kit/multipart';
import { slidingWindowLimit, type RateLimitStore } from '@almagest/service-kit/rate-limit';
import { bearerToken } from '@almagest/service-kit/credentials';
import type { RunningHandlers } from '@almagest/service-kit/running-handlers';
import type { Express, Request } from 'express';
import { isJoinKey } from '../application/nodes/manage-join-keys.ts';
import {
  actorOfCaller,
  createAuthentication,
  describeCaller,
  type AuthenticationDeps,
  type Caller,
} from './authentication.ts';
import { routes } from './routes.ts';
import type { RoutesDeps } from './routes-deps.ts';

export interface AppOptions {
  readonly deps: RoutesDeps & AuthenticationDeps;
  readonly log: Logger;
  readonly running: RunningHandlers;
  readonly requests: RequestMetrics;
  readonly hits: RateLimitStore;
  readonly loginRatePerMin: number;
  readonly mcpRatePerMin: number;
  readonly registerRatePerMin: number;
  readonly publicRatePerMin: number;
  readonly trustProxy: string | undefined;
}

/** A workflow's configuration is the largest JSON body that the API accepts. */
const MAX_JSON_BYTES = 2 * 1024 * 1024;

/** Applicants poll every few seconds, so they need no more than one request a second. */
const CHECK_STATUS_PER_MIN = 60;

/**
 * This limit is high because a batch system starts hundreds of nodes with the same address at the same time. Join keys
 * cannot be guessed.
 */
const JOIN_PER_MIN = 3_000;

/** Returns a name for the caller. Uploads under one name are limited together. */
function senderOf(caller: Caller | undefined): string {
  return caller?.kind === 'node' ? `node ${caller.node.nodeId}` : 'the administrator';
}

/** Runs a handler so that its changes are recorded under the caller's name. Changes by nodes are not recorded. */
function recorded(
  { caller, req, res }: HandlerInput<Operation, Caller>,
  { role, operationId }: Operation,
  handle: () => unknown,
): unknown {
  if (role === 'node') return handle();
  const context = {
    actor: actorOfCaller(caller),
    address: req.ip ?? '',
    requestId: String(res.getHeader('X-Request-Id')),
    operation: operationId,
  };
  return withinRequest(context, handle);
}

export function createApp({ deps, log, running, requests, hits, ...options }: AppOptions): Express {
  const stage = (upload: Readable, { res }: Request) =>
    deps.seeds.stage(upload, senderOf(res && (callerOf(res) as Caller | undefined)));
  const ofApplying = slidingWindowLimit(hits, 'register', options.registerRatePerMin, log);
  const ofJoining = slidingWindowLimit(hits, 'join', JOIN_PER_MIN, log);
  const ofPublic = [slidingWindowLimit(hits, 'public', options.publicRatePerMin, log)];
  return createEdge({
    operations: gridOperations,
    handlers: routes(deps),
    authenticate: createAuthentication(deps),
    describeCaller,
    within: recorded,
    before: {
      callMcp: [slidingWindowLimit(hits, 'mcp', options.mcpRatePerMin, log)],
      readLink: [slidingWindowLimit(hits, 'link', options.loginRatePerMin, log)],
      useLink: [slidingWindowLimit(hits, 'link', options.loginRatePerMin, log)],
      beginPasskeySignIn: [slidingWindowLimit(hits, 'challenge', options.loginRatePerMin, log)],
      signInWithPasskey: [slidingWindowLimit(hits, 'login', options.loginRatePerMin, log)],
      login: [slidingWindowLimit(hits, 'login', options.loginRatePerMin, log)],
      startOidc: [slidingWindowLimit(hits, 'login', options.loginRatePerMin, log)],
      finishOidc: [slidingWindowLimit(hits, 'oidc', options.loginRatePerMin, log)],
      registerNode: [(req, res, next) => (isJoinKey(bearerToken(req)) ? ofJoining : ofApplying)(req, res, next)],
      checkNodeStatus: [slidingWindowLimit(hits, 'check_status', CHECK_STATUS_PER_MIN, log)],
      reportTask: [multipartReader({ operation: gridOperations.reportTask, stage })],
      importSeed: [multipartReader({ operation: gridOperations.importSeed, stage })],
      ...Object.fromEntries(
        Object.entries({ ...releaseOperations, ...agentOperations }).flatMap(([name, { role }]) =>
          role === 'public' ? [[name, ofPublic]] : [],
        ),
      ),
    },
    log,
    running,
    requests,
    trustProxy: options.trustProxy,
    bodyLimitBytes: MAX_JSON_BYTES,
  });
}
