import type { PermissionMode } from '@almagest/contracts/literature';

/** What a tool does to the world: reads what is here, changes it, asks hosts outside, or costs money and time. */
export type ToolAccess = 'read' | 'write' | 'network' | 'costly';

/** Whether a call runs at once, after the user has allowed it, or not at all. Nothing that a model or a paper says counts. */
export function checkPermission(access: ToolAccess, mode: PermissionMode): 'run' | 'ask' | 'deny' {
  if (access === 'read' || mode === 'auto') return 'run';
  return mode === 'ask' ? 'ask' : 'deny';
}

/**
 * What a user is asked before a call runs: every argument whole, for what is not shown is not allowed. Control and format
 * characters are escaped, which would hide letters or turn their order around.
 */
export function permissionQuestion(tool: string, access: ToolAccess, args: unknown): string {
  const shown = JSON.stringify(args).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (letter) =>
    Array.from({ length: letter.length }, (_, at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  );
  return `Allow ${tool} (${access}) with ${shown}?`;
}
