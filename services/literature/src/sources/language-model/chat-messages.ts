import type { OpenAI } from 'openai';
import type { Image, Message, ToolCall, ToolOffer } from './language-model.ts';

type Wire = OpenAI.Chat.Completions.ChatCompletionMessageParam;

export function wireMessages(messages: readonly Message[]): Wire[] {
  return messages.map(wireMessage);
}

function wireMessage(message: Message): Wire {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: withImages(message.content, message.images ?? []) };
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
    default: {
      const { content, toolCalls = [] } = message;
      if (toolCalls.length === 0) return { role: 'assistant', content };
      return {
        role: 'assistant',
        content: content === '' ? null : content,
        tool_calls: toolCalls.map(wireToolCall),
      };
    }
  }
}

function withImages(text: string, images: readonly Image[]) {
  if (images.length === 0) return text;
  return [
    { type: 'text' as const, text },
    ...images.map(({ mediaType, bytes }) => ({
      type: 'image_url' as const,
      image_url: { url: `data:${mediaType};base64,${bytes.toString('base64')}` },
    })),
  ];
}

/**
 * Replaces malformed arguments. Providers may refuse a conversation with malformed arguments, even if the model wrote
 * the arguments.
 */
function wireToolCall({ id, name, arguments: text }: ToolCall) {
  return { id, type: 'function' as const, function: { name, arguments: isObject(text) ? text : '{}' } };
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

export function wireTools(tools: readonly ToolOffer[]): OpenAI.Chat.Completions.ChatCompletionFunctionTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...parameters } },
  }));
}
