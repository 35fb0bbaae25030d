import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { Nullable, Timestamp } from '../schema.ts';
import { envelope } from './envelope.ts';
import { ReportReply } from './tasks.ts';

/** Maximum number of characters per stream that a node sends and the coordinator keeps. */
export const LOG_TAIL_CHARS = 8_192;

const TaskId = Type.String({ format: 'uuid' });

/** The end of what a running engine has written to a stream. */
export const LogTail = Type.Object({
  /** How many bytes the engine has written, so that readers know how much of the text is new. */
  end: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  text: Type.String({ maxLength: LOG_TAIL_CHARS, pattern: String.raw`^[^\u0000\ud800-\udfff]*$` }),
});
export type LogTail = Static<typeof LogTail>;

export const TaskLogUpdate = Type.Object({ task_id: TaskId, stdout: LogTail, stderr: LogTail });
export type TaskLogUpdate = Static<typeof TaskLogUpdate>;

export const TaskLog = Type.Object({
  task_id: TaskId,
  node_id: Type.String(),
  /** Whether the task is running. The log of a task that has ended is an artifact. */
  running: Type.Boolean(),
  /** When the node last sent the log. Null if it has sent none. */
  at: Nullable(Timestamp),
  stdout: Nullable(LogTail),
  stderr: Nullable(LogTail),
});
export type TaskLog = Static<typeof TaskLog>;

export const taskLogOperations = defineOperations({
  sendTaskLog: {
    tag: 'tasks',
    method: 'post',
    path: '/api/task/log',
    summary: 'Stores the end of the log of a running task. Nodes may omit this call.',
    role: 'node',
    failures: 'node',
    body: TaskLogUpdate,
    unknownKeys: 'tolerated',
    reply: ReportReply,
    statuses: [400, 401, 403, 409, 413, 500],
  },
  readTaskLog: {
    least: 'viewer',
    tag: 'tasks',
    method: 'get',
    path: '/api/tasks/{task_id}/log',
    summary: 'Returns the end of the log of a running task, as its node last sent it.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ task_id: TaskId }),
    reply: envelope(TaskLog),
    statuses: [400, 401, 403, 404, 500],
  },
});
