import Type, { type Static } from 'typebox';

/** How far a work is that a person waits for. */
export const WorkProgress = Type.Object({
  active: Type.Boolean({ description: 'Whether it is under way now. Without one, both numbers are 0.' }),
  done: Type.Integer(),
  total: Type.Integer({ description: '0 as long as it is not known.' }),
});
export type WorkProgress = Static<typeof WorkProgress>;
