import { ErrorCode, McpError, type GetPromptResult, type Prompt } from '@modelcontextprotocol/sdk/types.js';
import type { McpPrompt } from './mcp-tool.ts';
import { shortText } from './untrusted-text.ts';

export function listPrompts(prompts: readonly McpPrompt[]): Prompt[] {
  return prompts.map(({ name, title, description, arguments: args }) => ({
    name,
    title,
    description,
    arguments: [...args],
  }));
}

/** Writes the message of a prompt. Its arguments are the person's own words. */
export function writePrompt(
  prompts: readonly McpPrompt[],
  name: string,
  args: Readonly<Record<string, string>>,
): GetPromptResult {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt === undefined) throw new McpError(ErrorCode.InvalidParams, `unknown prompt ${shortText(name, 100)}`);
  const missing = prompt.arguments.find((argument) => argument.required && (args[argument.name] ?? '').trim() === '');
  if (missing !== undefined) throw new McpError(ErrorCode.InvalidParams, `arguments: ${missing.name} is missing`);
  const text = prompt.write(args);
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}
