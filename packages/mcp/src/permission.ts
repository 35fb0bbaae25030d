import { permit, type Identity } from '@almagest/accounts';
import { onlyReads, type Operation } from '@almagest/contracts';
import { Refusal } from '@almagest/service-kit/refusal';
import type { McpCaller } from './mcp-tool.ts';

type Access = Pick<McpCaller<unknown>, 'identity' | 'hasToken'>;

/**
 * Throws unless a caller may use an operation through MCP. Changes need an API key with the scope `full`, or the
 * configured token: a session belongs to a browser, and an open service has no one who could agree to a change.
 */
export function permitTool({ identity, hasToken }: Access, operation: Operation): void {
  if (identity === undefined) {
    if (operation.role === 'admin' || operation.role === 'node')
      throw new Refusal('unauthenticated', 'this needs a token or an API key');
  } else permit(identity, operation);
  if (!onlyReads(operation) && !mayWrite(identity, hasToken))
    throw new Refusal('forbidden', 'changes need an API key with the scope full');
}

function mayWrite(identity: Identity | undefined, hasToken: boolean): boolean {
  if (identity === undefined) return false;
  if (identity.kind === 'built-in') return hasToken && identity.expiresAt === undefined;
  return identity.scope === 'full' && identity.credential.kind === 'key';
}

export function isPermitted(access: Access, operation: Operation): boolean {
  try {
    permitTool(access, operation);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
