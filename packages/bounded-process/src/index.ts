export { answerRequests } from './answer-requests.ts';
export { findProgram } from './find-program.ts';
export { isIsolated } from './isolation.ts';
export { ProcessEndedError, ResourceLimitError, type ProcessLimits } from './limits.ts';
export { Places } from './places.ts';
export { ProcessPool, type CallOptions } from './process-pool.ts';
export { runBounded } from './run-bounded.ts';
