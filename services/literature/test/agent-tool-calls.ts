import type { AgentEvent, PermissionMode } from '@almagest/contracts/literature';
import { ask, resumeStream, ofKind, readQuestions, type ReceivedEvent } from './agent-calls.ts';
import type { World } from './world.ts';

export type ToolResult = Extract<AgentEvent, { kind: 'tool_result' }>['data'];

export interface ToolCallInput {
  readonly name: string;
  readonly arguments: object;
}

export interface ToolRun {
  readonly sessionId: string;
  readonly events: ReceivedEvent[];
  /** Results of the finished calls, in order. */
  readonly results: ToolResult[];
}

/** Every tool result sent to the model starts with this. */
const RESULT = 'status: ';

let questions = 0;

/** Makes the model call tools in one answer and then finish. `more` has turns for other agents. */
export async function callTools(
  world: World,
  permission_mode: PermissionMode,
  tool_calls: readonly ToolCallInput[],
  more: Parameters<World['lab']['setScript']>[0] = [],
): Promise<ToolRun> {
  questions += 1;
  const question = `Question number ${questions}.`;
  world.lab.setScript([{ when: question, tool_calls }, ...more, { when: RESULT, text: 'I have seen it.' }]);
  const { sessionId, events } = await ask(world, question, { permission_mode });
  return { sessionId, events, results: ofKind(events, 'tool_result') };
}

/** Answers the permission question of a session and returns what follows. */
export async function permit(world: World, { sessionId, events }: ToolRun, answer: 'allow' | 'deny'): Promise<ToolRun> {
  const [question, ...others] = await readQuestions(world, sessionId);
  if (question?.kind !== 'permission' || others.length > 0) throw new Error('expected one permission question');
  await world.call('post', '/api/chat/answer').send({ question_id: question.id, answer }).expect(200);
  const rest = await resumeStream(world.url, sessionId, events.at(-1)?.id ?? 0);
  return { sessionId, events: rest, results: ofKind(rest, 'tool_result') };
}

interface SentToModel {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: object } }[];
}

/** Returns the requests to models since the last reset. */
export function sentToModel(world: World): SentToModel[] {
  return world.lab.requests({ route: 'provider.chat' }).map(({ body }) => JSON.parse(body) as SentToModel);
}

/** Returns the requests to hosts other than the chat model. */
export function askedOutside(world: World): string[] {
  return world.lab
    .requests()
    .filter(({ route }) => route !== 'provider.chat')
    .map(({ host, target }) => `${host} ${target}`);
}
