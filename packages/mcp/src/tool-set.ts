import { onlyReads } from '@almagest/contracts';
import { compile, type Check } from '@almagest/contracts/validate';
import { Refusal } from '@almagest/service-kit/refusal';
import { ErrorCode, McpError, type CallToolResult, type Tool } from '@modelcontextprotocol/sdk/types.js';
import Type from 'typebox';
import type { AnyMcpTool, McpCall, McpCaller, McpResult } from './mcp-tool.ts';
import { isPermitted } from './permission.ts';
import { encloseData, MAX_RESULT_CHARS, NOTICE, shorten, shortText } from './untrusted-text.ts';

interface KnownTool<C> {
  readonly tool: AnyMcpTool<C>;
  readonly shown: Tool;
  readonly check: Check<unknown>;
}

/** The tools of a service: lists those that a caller may use, checks arguments and formats results. */
export class ToolSet<C> {
  readonly #known: ReadonlyMap<string, KnownTool<C>>;

  constructor(tools: readonly AnyMcpTool<C>[]) {
    this.#known = new Map(
      tools.map((tool) => [tool.name, { tool, shown: shownTool(tool), check: compile(tool.input) as Check<unknown> }]),
    );
    if (this.#known.size < tools.length) throw new Error('two MCP tools have the same name');
  }

  list(caller: McpCaller<C>): Tool[] {
    return [...this.#known.values()]
      .filter(({ tool }) => isPermitted(caller, tool.operation))
      .map(({ shown }) => shown);
  }

  find(name: string): AnyMcpTool<C> {
    const found = this.#known.get(name);
    if (found === undefined) throw new McpError(ErrorCode.InvalidParams, `unknown tool ${shortText(name, 100)}`);
    return found.tool;
  }

  /** Runs a tool. Refusals are results, so that a model can correct its call. */
  async call(tool: AnyMcpTool<C>, args: object, call: McpCall<C>): Promise<CallToolResult> {
    const checked = this.#known.get(tool.name)?.check(args);
    if (checked?.ok !== true) return failed(`arguments: ${checked?.fault ?? 'unknown tool'}`);
    try {
      return formatted(await tool.run(args as never, call));
    } catch (error) {
      if (error instanceof Refusal) return failed(error.message);
      throw error;
    }
  }
}

function shownTool<C>(tool: AnyMcpTool<C>): Tool {
  const { name, title, description, operation, input, output, confirmation, isDestructive, isOpenWorld } = tool;
  const reads = onlyReads(operation);
  if (reads !== (confirmation === undefined))
    throw new Error(`MCP tool ${name}: a tool needs a confirmation exactly if it writes`);
  return {
    name,
    title,
    description: confirmation === undefined ? description : `${description} Ask the user first: ${confirmation}`,
    inputSchema: plain(input) as Tool['inputSchema'],
    outputSchema: plain(Type.Object({ notice: Type.String(), ...output.properties })) as Tool['outputSchema'],
    annotations: {
      title,
      readOnlyHint: reads,
      destructiveHint: isDestructive === true,
      openWorldHint: isOpenWorld === true,
    },
    ...(confirmation === undefined ? {} : { _meta: { 'almagest/confirmation': confirmation } }),
  };
}

function formatted({ result, text, images = [], isWhole }: McpResult<object>): CallToolResult {
  const full = plain({ notice: NOTICE, ...result });
  const structured = (isWhole === true ? full : shorten(full)) as Record<string, unknown>;
  const shown = text ?? JSON.stringify(structured);
  const chars = Math.max(shown.length, JSON.stringify(structured).length);
  if (chars > MAX_RESULT_CHARS)
    return failed(
      `the result has ${chars} characters, and the limit is ${MAX_RESULT_CHARS}. Ask for fewer entries with limit, or for a smaller part`,
    );
  return {
    content: [
      { type: 'text', text: encloseData(shown) },
      ...images.map(({ mediaType, bytes }) => ({
        type: 'image' as const,
        mimeType: mediaType,
        data: Buffer.from(bytes).toString('base64'),
      })),
    ],
    structuredContent: structured,
  };
}

/** Messages may quote text of other services, so they are data too. */
function failed(message: string): CallToolResult {
  return { content: [{ type: 'text', text: encloseData(shortText(message, 2_000)) }], isError: true };
}

/** Returns a value as a client sees it. */
function plain(value: object): object {
  return JSON.parse(JSON.stringify(value)) as object;
}
