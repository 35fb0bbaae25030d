import type { PermissionMode } from '@almagest/contracts/literature';

/**
 * The access that a tool needs. It can read local data, change local data, send requests to other hosts, or use money
 * and time.
 */
export type ToolAccess = 'read' | 'write' | 'network' | 'costly';

/**
 * Returns whether a call runs at once, needs the user's permission, or is denied. Text from a model or a paper never
 * affects the decision.
 */
export function checkPermission(access: ToolAccess, mode: PermissionMode): 'run' | 'ask' | 'deny' {
  if (access === 'read' || mode === 'auto') return 'run';
  return mode === 'ask' ? 'ask' : 'deny';
}

/**
 * Returns the permission question for a call. The question shows every argument in full, so that the user sees what the
 * call does. Control and format characters, which could hide or reorder letters, are escaped.
 */
export function permissionQuestion(tool: string, access: ToolAccess, args: unknown): string {
  const shown = JSON.stringify(args).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (letter) =>
    Array.from({ length: letter.length }, (_, at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  );
  return `Allow ${tool} (${access}) with ${shown}?`;
}
