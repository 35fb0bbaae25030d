import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';

/** The archives of the agent with their own Node, and their SHA-256 in the format of `sha256sum`. */
export const AgentFile = Type.Enum([
  'linux-x64.tar.gz',
  'linux-x64.tar.gz.sha256',
  'linux-arm64.tar.gz',
  'linux-arm64.tar.gz.sha256',
]);
export type AgentFile = Static<typeof AgentFile>;

/** Machines install the agent before they have a credential. The files contain nothing secret. */
const isPublic = { tag: 'agent', role: 'public', failures: 'text', method: 'get', unknownKeys: 'tolerated' } as const;

export const agentOperations = defineOperations({
  readAgentScript: {
    ...isPublic,
    path: '/agent',
    summary: 'Returns the script that installs the agent: `curl -fsS URL/agent | sh -s -- --url URL`.',
    reply: 'text/plain',
    statuses: [304, 404, 429, 500],
  },
  downloadAgent: {
    ...isPublic,
    path: '/agent/{file}',
    summary: 'Returns an archive of the agent, or its SHA-256. Supports Range.',
    params: Type.Object({ file: AgentFile }),
    reply: 'application/octet-stream',
    statuses: [206, 304, 400, 404, 416, 429, 500],
  },
});
