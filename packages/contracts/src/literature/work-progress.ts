import Type, { type Static } from 'typebox';

/** The progress of a task for which a user waits. */
export const WorkProgress = Type.Object({
  active: Type.Boolean({ description: 'Whether the task is running. If not, both numbers are 0.' }),
  done: Type.Integer(),
  total: Type.Integer({ description: '0 until known.' }),
});
export type WorkProgress = Static<typeof WorkProgress>;
