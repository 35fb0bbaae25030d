import type { AgentRequest } from '@almagest/contracts/literature';
import { sendWithToken } from '@almagest/ui/api-client';
import { token } from '../../token.ts';

/**
 * Asks the agent, in a new session or in one that is at rest. The run does not need the stream that answers: the session
 * is followed from what is stored. Returns its id.
 */
export async function startSession(body: AgentRequest): Promise<string> {
  const response = await sendWithToken('post', '/api/chat/agent', { body, timeoutMs: null }, token);
  await response.body?.cancel();
  return response.headers.get('X-Session-Id') ?? '';
}
