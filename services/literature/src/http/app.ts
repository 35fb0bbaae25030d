import { literatureOperations } from '@almagest/contracts/literature';
import { createEdge } from '@almagest/service-kit/http-edge';
import type { Logger } from '@almagest/service-kit/log';
import type { RequestMetrics } from '@almagest/service-kit/metrics';
import type { RunningHandlers } from '@almagest/service-kit/running-handlers';
import type { Express } from 'express';
import { createAuthentication, type AuthConfig } from './authentication.ts';
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
  readonly trustProxy: string | undefined;
}

/** The largest JSON body is a list of ten thousand bibcodes. */
const MAX_JSON_BYTES = 2 * 1024 * 1024;

export function createApp({ deps, log, running, requests, ...options }: AppOptions): Express {
  return createEdge({
    operations: literatureOperations,
    handlers: routes(deps),
    authenticate: createAuthentication(options.authConfig),
    // Authentication has already checked the token, or that none is needed.
    describeCaller: () => (options.authConfig.apiToken === undefined ? 'local' : 'token'),
    before: {
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
