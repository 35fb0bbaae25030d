export { answerRequests } from './answer-requests.ts';
export { BoundedThread, ResourceLimitExceeded, type ThreadLimits } from './bounded-thread.ts';
