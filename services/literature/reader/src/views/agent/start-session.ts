import type { AgentRequest } from '@almagest/contracts/literature';
import { sendWithToken } from '@almagest/ui/api-client';
import { token } from '../../token.ts';

/**
 * Starts a session, or continues an idle one, and returns its id. The run does not need the response stream. The view
 * reads the stored steps instead.
 */
export async function startSession(body: AgentRequest): Promise<string> {
  const response = await sendWithToken('post', '/api/chat/agent', { body, timeoutMs: null }, token);
  await response.body?.cancel();
  return response.headers.get('X-Session-Id') ?? '';
}
