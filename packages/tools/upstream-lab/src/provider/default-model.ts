import type { ChatMessage, ChatRequest, JsonSchema, ToolOffer } from './chat-request.ts';
import { contentWords } from './content-words.ts';
import { readGlossary, sourceOf, translated } from './translation.ts';
import type { Turn } from './turn.ts';

/** Returns the model's answer without a script. It is always the same for the same question. */
export function defaultTurn(request: ChatRequest): Turn {
  const { messages, tools } = request;
  const prompt = messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(({ text }) => text)
    .join('\n');
  const question = messages.findLast(({ role }) => role === 'user')?.text ?? '';
  const tool = messages.at(-1)?.role === 'tool' ? undefined : chooseTool(tools, question);
  if (tool !== undefined) {
    const reasoning = `The question needs ${tool.name}.`;
    return { reasoning, tool_calls: [{ name: tool.name, arguments: filled(tool.parameters, question) as object }] };
  }
  if (request.wantsJson) return { text: JSON.stringify(filled(request.jsonSchema ?? {}, question)) };
  if (/translat|翻译/i.test(`${prompt}\n${question}`)) {
    return { text: translated(sourceOf(question), readGlossary(`${prompt}\n${question}`)) };
  }
  return { text: answer(messages, question) };
}

/** Returns the tool whose name and description share the most words with the question, but at least two. */
function chooseTool(tools: readonly ToolOffer[], question: string): ToolOffer | undefined {
  const asked = new Set(contentWords(question));
  const score = ({ name, description }: ToolOffer) =>
    new Set(contentWords(`${name} ${description}`).filter((word) => asked.has(word))).size;
  const [best] = [...tools].sort((a, b) => score(b) - score(a));
  return best !== undefined && score(best) >= 2 ? best : undefined;
}

/** Returns a value that matches the schema, made from the words of the question. */
function filled(schema: JsonSchema, question: string, name = ''): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 5);
    case 'boolean':
      return false;
    case 'array':
      return [filled(schema.items ?? { type: 'string' }, question, name)];
    case 'string':
      return textFor(name, question);
    default: {
      const properties = Object.entries(schema.properties ?? {});
      const needed = properties.filter(([key]) => schema.required === undefined || schema.required.includes(key));
      return Object.fromEntries(needed.map(([key, inner]) => [key, filled(inner, question, key)]));
    }
  }
}

function textFor(name: string, question: string): string {
  const code = /\b[12]\d{3}[A-Za-z.&]{5}[A-Za-z0-9.]{9}[A-Z.](?!\w)/.exec(question)?.[0];
  if (/bibcode|paper/i.test(name) && code !== undefined) return code;
  const quoted = /["“]([^"”]+)["”]/.exec(question)?.[1];
  return quoted ?? contentWords(question).slice(0, 4).join(' ');
}

/** Answers from the numbered passages, images or tool results of the conversation. */
function answer(messages: readonly ChatMessage[], question: string): string {
  const last = messages.at(-1);
  if (last?.role === 'tool') return `According to the tool: ${firstSentences(last.text)}`;
  const images = last?.images ?? 0;
  if (images > 0)
    return `The figure (${images} image${images > 1 ? 's' : ''}) shows curves over two axes. The question was: ${firstSentences(question)}`;
  const passages = [
    ...messages
      .map(({ text }) => text)
      .join('\n')
      .matchAll(/^\s*\[(\d+)\]\s*([^]*?)(?=^\s*\[\d+\]|\n\s*\n|(?![^]))/gm),
  ];
  if (passages.length > 0)
    return fromPassages(
      passages.map(([, number = '', text = '']) => ({ number, text })),
      question,
    );
  return `The laboratory's model has read: ${firstSentences(question)}`;
}

/** Quotes the two passages that share the most words with the question, with their numbers. */
function fromPassages(
  passages: readonly { readonly number: string; readonly text: string }[],
  question: string,
): string {
  const asked = new Set(contentWords(question));
  const score = (text: string) => contentWords(text).filter((word) => asked.has(word)).length;
  const best = [...passages].sort((a, b) => score(b.text) - score(a.text)).slice(0, 2);
  return best.map(({ number, text }) => `${firstSentences(text)} [${number}]`).join(' ');
}

function firstSentences(text: string): string {
  const clean = text.replace(/\s+/g, ' ').trim();
  return /^.{20,300}?[.?!](?=\s|$)/.exec(clean)?.[0] ?? clean.slice(0, 300);
}
