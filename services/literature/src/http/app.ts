import { literatureOperations } from '@almagest/contracts/literature';
import { withinRequest } from '@almagest/accounts';
import type { Operation } from '@almagest/contracts';
import { createEdge, type HandlerInput } from '@almagest/service-kit/http-edge';
import type { Logger } from '@almagest/service-kit/log';
import { slidingWindowLimit } from '@almagest/service-kit/rate-limit';
import type { RequestMetrics } from '@almagest/service-kit/metrics';
import type { RunningHandlers } from '@almagest/service-kit/running-handlers';
import type { Express } from 'express';
import { createAuthentication, type AuthConfig } from './authentication.ts';
import { actorOfCaller, describeCaller, type Caller } from './caller.ts';
import { importReader, newPaperReader } from './library-routes.ts';
import { routes, type RoutesDeps } from './routes.ts';
import { paperFileReader } from './paper-file-routes.ts';
import { uploadReader } from './upload-form.ts';

export interface AppOptions {
  readonly deps: RoutesDeps;
  readonly log: Logger;
  readonly running: RunningHandlers;
  readonly requests: RequestMetrics;
  readonly authConfig: AuthConfig;
  readonly maxUploadBytes: number;
  readonly loginRatePerMin: number;
  readonly mcpRatePerMin: number;
  readonly trustProxy: string | undefined;
}

/** The largest JSON body that clients need to send is a list of ten thousand bibcodes. */
const MAX_JSON_BYTES = 2 * 1024 * 1024;

/** Runs a handler. The audit log records its changes under the caller's name. */
function recorded(
  { caller, req, res }: HandlerInput<Operation, Caller>,
  { operationId }: Operation,
  handle: () => unknown,
): unknown {
  const requestId = String(res.getHeader('X-Request-Id'));
  return withinRequest(
    { actor: actorOfCaller(caller), address: req.ip ?? '', requestId, operation: operationId },
    handle,
  );
}

export function createApp({ deps, log, running, requests, ...options }: AppOptions): Express {
  const { hits } = deps.accounts;
  return createEdge({
    operations: literatureOperations,
    handlers: routes(deps),
    authenticate: createAuthentication(deps, options.authConfig),
    describeCaller: (caller) => describeCaller(caller, options.authConfig.apiToken !== undefined),
    within: recorded,
    before: {
      callMcp: [slidingWindowLimit(hits, 'mcp', options.mcpRatePerMin, log)],
      // Each change of the address sends a mail, so the number of changes is limited.
      changeAlertMail: [slidingWindowLimit(hits, 'mail', options.loginRatePerMin, log)],
      signIn: [slidingWindowLimit(hits, 'login', options.loginRatePerMin, log)],
      startOidc: [slidingWindowLimit(hits, 'login', options.loginRatePerMin, log)],
      finishOidc: [slidingWindowLimit(hits, 'oidc', options.loginRatePerMin, log)],
      readLink: [slidingWindowLimit(hits, 'link', options.loginRatePerMin, log)],
      useLink: [slidingWindowLimit(hits, 'link', options.loginRatePerMin, log)],
      beginPasskeySignIn: [slidingWindowLimit(hits, 'challenge', options.loginRatePerMin, log)],
      signInWithPasskey: [slidingWindowLimit(hits, 'login', options.loginRatePerMin, log)],
      uploadPaper: [uploadReader(deps.files, options.maxUploadBytes)],
      addPaper: [newPaperReader(deps.files, options.maxUploadBytes)],
      addPaperFile: [paperFileReader(deps.files, options.maxUploadBytes)],
      importLibrary: [importReader(deps.files, options.maxUploadBytes)],
    },
    log,
    running,
    requests,
    trustProxy: options.trustProxy,
    bodyLimitBytes: MAX_JSON_BYTES,
  });
}
