import type { PermissionMode } from '@almagest/contracts/literature';

/** What a tool does to the world: reads what is here, changes it, asks hosts outside, or costs money and time. */
export type ToolAccess = 'read' | 'write' | 'network' | 'costly';

/** Whether a call runs at once, after the user has allowed it, or not at all. Nothing that a model or a paper says counts. */
export function permit(access: ToolAccess, mode: PermissionMode): 'run' | 'ask' | 'deny' {
  if (access === 'read' || mode === 'auto') return 'run';
  return mode === 'ask' ? 'ask' : 'deny';
}
