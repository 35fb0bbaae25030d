import type { ShownFieldInfo } from '@almagest/contracts/grid';
import { relativeChange } from '@almagest/ui/format';

/**
 * Formats a value that a node reported about an attempt.
 *
 * @param value undefined if the service is older than this page
 */
export function reportedText(
  value: number | boolean | string | null | undefined,
  { format, unit }: Pick<ShownFieldInfo, 'format' | 'unit'>,
): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  const text = format === 'relative' && typeof value === 'number' ? relativeChange(value) : String(value);
  return unit === null ? text : `${text} ${unit}`;
}
