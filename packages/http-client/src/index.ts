export { buildConnector, FormData } from 'undici';
export { HttpClient, textOf, type HttpRequest, type HttpResponse, type TextResponse } from './http-client.ts';
export { codeOf, httpFailure, HttpError, inSeconds, type HttpFault, type HttpTimeouts } from './http-error.ts';
export {
  isTransientStatus,
  jitteredMs,
  retryAfterMs,
  retryDelayMs,
  type RetryPolicy,
  type Transient,
} from './retry-policy.ts';
export { Retries, retry, systemClock, transientOf, type Clock, type Outcome } from './retry.ts';
