import type { FinishReason } from './language-model.ts';

/** Match the finish reasons of providers for an answer that reached its limit, was filtered, or ended early. */
const LENGTH = /^(?:(?:model_)?length|max_(?:output_|completion_)?tokens|token_limit)$/;
const FILTERED =
  /^(?:content_filter(?:ed)?|safety|sensitive|recitation|blocklist|prohibited_content|spii|refusal|guardrail_intervened)$/;
const BROKEN =
  /^(?:error|network_error|server_error|abort(?:ed)?|cancel(?:l?ed)?|timeout|insufficient_system_resource|malformed_function_call)$/;

/**
 * Maps the finish reason of a provider to ours. Some providers send 'stop' even with tool calls. `cut_off` means that
 * the provider failed during the answer.
 */
export function finishReason(reason: string, hasCalls: boolean): FinishReason | 'cut_off' {
  const word = reason
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  if (BROKEN.test(word)) return 'cut_off';
  if (LENGTH.test(word)) return 'length';
  if (FILTERED.test(word)) return 'content_filter';
  return hasCalls ? 'tool_calls' : 'stop';
}
