export { answerRequests } from './answer-requests.ts';
export { ProcessEnded, ResourceLimitExceeded, type ProcessLimits } from './limits.ts';
export { ProcessPool, type CallOptions } from './process-pool.ts';
