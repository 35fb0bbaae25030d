import type { ContentFaultKind } from '../faults/fault.ts';
import { type Exchange, json, type Reply, type Route } from '../server/exchange.ts';
import type { LabWorld } from '../world.ts';
import { CHAT_MODELS, ChatRefusedError, readChatRequest } from './chat-request.ts';
import { completionReply } from './completion.ts';
import { defaultTurn } from './default-model.ts';
import { answerEmbeddings } from './embedding.ts';

const CHAT_FAULTS: readonly ContentFaultKind[] = [
  'missing_tool_ids',
  'empty_tool_ids',
  'zero_tool_indices',
  'broken_arguments',
  'damaged_masks',
  'empty_answer',
];

/** Returns the API of the model provider under `/v1`. Every request needs the key. */
export function providerRoutes(world: LabWorld): Route[] {
  let answers = 0;
  const chat = ({ body, fault }: Exchange): Reply => {
    const request = readChatRequest(body);
    answers += 1;
    const turn = world.script.next(request.messages.at(-1)?.text ?? '') ?? defaultTurn(request);
    return completionReply(request, turn, answers, fault);
  };
  const models = [...CHAT_MODELS, 'lab-embedding'].map((id) => ({
    id,
    object: 'model',
    created: 1_750_000_000,
    owned_by: 'laboratory',
  }));
  const route = (name: string, method: string, path: RegExp, answer: (exchange: Exchange) => Reply): Route => ({
    name: `provider.${name}`,
    host: 'provider',
    methods: [method],
    path,
    contentFaults: name === 'chat' ? CHAT_FAULTS : [],
    answer: guarded(world, answer),
  });
  return [
    route('models', 'GET', /^\/v1\/models$/, () => json({ object: 'list', data: models })),
    route('chat', 'POST', /^\/v1\/chat\/completions$/, chat),
    route('embeddings', 'POST', /^\/v1\/embeddings$/, ({ body }) => answerEmbeddings(body)),
  ];
}

function guarded(world: LabWorld, answer: (exchange: Exchange) => Reply): (exchange: Exchange) => Reply {
  return (exchange) => {
    if (exchange.headers['authorization'] !== `Bearer ${world.providerKey}`) {
      return refusal(new ChatRefusedError('Incorrect API key provided.', { status: 401, code: 'invalid_api_key' }));
    }
    try {
      return answer(exchange);
    } catch (error) {
      if (error instanceof ChatRefusedError) return refusal(error);
      throw error;
    }
  };
}

function refusal({ message, status, code }: ChatRefusedError): Reply {
  return json({ error: { message, type: 'invalid_request_error', param: null, code } }, status);
}
