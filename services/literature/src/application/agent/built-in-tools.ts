import Type, { type Static } from 'typebox';
import { ASK_USER, SUBAGENT } from '../../domain/agent/decide-call.ts';

export const UserQuestion = Type.Object({
  question: Type.String({ minLength: 1, maxLength: 4_000, description: 'The question for the user.' }),
  options: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: 10,
      description: 'Suggested answers. The user may give a different answer.',
    }),
  ),
});
export type UserQuestion = Static<typeof UserQuestion>;

export const Delegation = Type.Object({
  task: Type.String({
    minLength: 1,
    maxLength: 20_000,
    description: 'The task of the sub-agent, with all the information that it needs.',
  }),
  name: Type.Optional(
    Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,39}$', description: 'A name for the sub-agent, such as reader.' }),
  ),
});
export type Delegation = Static<typeof Delegation>;

/** The tools that the engine provides. These tools affect only the session. */
export const BUILT_IN_TOOLS = [
  {
    name: ASK_USER,
    description: 'Asks the user a question and waits for the answer. Use it only for what no tool can find out.',
    parameters: UserQuestion,
  },
  {
    name: SUBAGENT,
    description:
      'Gives a task to another agent with the same tools. It does not see this conversation and returns one answer.',
    parameters: Delegation,
  },
];
