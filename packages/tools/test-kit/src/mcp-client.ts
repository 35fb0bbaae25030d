import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { runProgram } from './program.ts';

/** A client of a service's MCP endpoint, as assistants use it. */
export interface McpClient {
  readonly client: Client;
  /** Calls a tool, and returns its result. Throws the tool's text if the tool failed. */
  call<R>(tool: string, args: Readonly<Record<string, unknown>>): Promise<R>;
  /** Calls a tool, and returns the text for the model. */
  read(tool: string, args: Readonly<Record<string, unknown>>): Promise<string>;
  close(): Promise<void>;
}

/** Connects a client. Each tool's result is checked against its output schema. */
export async function connectMcp(url: string, headers: Readonly<Record<string, string>> = {}): Promise<McpClient> {
  const client = new Client({ name: 'almagest-tests', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { ...headers } },
  });
  await client.connect(transport);
  await client.listTools();
  const ask = async (name: string, args: Readonly<Record<string, unknown>>) => {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...args } });
    const text = (content as { type: string; text?: string }[]).map((part) => part.text ?? '').join('\n');
    if (isError === true) throw new Error(text);
    return { text, structuredContent };
  };
  return {
    client,
    call: async <R>(tool: string, args: Readonly<Record<string, unknown>>) => {
      return (await ask(tool, args)).structuredContent as R;
    },
    read: async (tool, args) => (await ask(tool, args)).text,
    close: async () => await client.close(),
  };
}

/** The scenarios of the conformance suite that do not need the tools of its example server. */
export const MCP_SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
  'server-sse-multiple-streams',
] as const;

/** Runs a scenario of the conformance suite against a service without a token. Returns the exit code and the output. */
export async function runMcpScenario(url: string, scenario: string): Promise<readonly [number | null, string]> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
  try {
    const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
    const line = [process.execPath, suite, 'server', '--url', `${url}/mcp`, '--scenario', scenario];
    const program = runProgram(line, { cwd: folder, env: process.env });
    return [await program.exited, program.output()];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
