import Type, { type Static } from 'typebox';
import { ASK_USER, SUBAGENT } from '../../domain/agent/decide-call.ts';

export const UserQuestion = Type.Object({
  question: Type.String({ minLength: 1, maxLength: 4_000, description: 'What the user is asked.' }),
  options: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: 10,
      description: 'Answers to choose from; the user may give another one.',
    }),
  ),
});
export type UserQuestion = Static<typeof UserQuestion>;

export const Delegation = Type.Object({
  task: Type.String({
    minLength: 1,
    maxLength: 20_000,
    description: 'What is to be found out or done, with all that must be known for it.',
  }),
  name: Type.Optional(
    Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,39}$', description: 'A name for the agent, such as reader.' }),
  ),
});
export type Delegation = Static<typeof Delegation>;

/** The tools that the engine itself provides. They reach nothing outside the session. */
export const BUILT_IN_TOOLS = [
  {
    name: ASK_USER,
    description: 'Asks the user, and waits for the answer. Only for what no tool can tell.',
    parameters: UserQuestion,
  },
  {
    name: SUBAGENT,
    description:
      'Hands a task to another agent with the same tools, which sees nothing of this conversation and returns one answer.',
    parameters: Delegation,
  },
];
