export { answerRequests } from './answer-requests.ts';
export { BoundedThread, WorkTooCostly, type ThreadLimits } from './bounded-thread.ts';
