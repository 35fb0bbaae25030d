import type { NodeMachine, NodeStatus, PointStatus, WorkflowStatus } from '@almagest/contracts/grid';
import type { Cell, Colour } from './table.ts';

const COLOUR_OF: Readonly<Record<NodeStatus | PointStatus | WorkflowStatus, Colour | undefined>> = {
  online: 'green',
  offline: 'red',
  pending_approval: 'yellow',
  disabled: 'grey',
  rejected: 'grey',
  idle: undefined,
  initializing: 'cyan',
  running: 'cyan',
  paused: 'yellow',
  completed: 'green',
  pending: undefined,
  queued: undefined,
  converged: 'green',
  failed: 'red',
};

export function statusCell(status: NodeStatus | PointStatus | WorkflowStatus): Cell {
  return { text: status, colour: COLOUR_OF[status] };
}

/** Tables show this for a field without a value. */
export const NO_VALUE = '-';

export function orDash(value: string | number | null | undefined): string {
  return value === null || value === undefined || value === '' ? NO_VALUE : String(value);
}

/** Groups digits as in `1,048,576` in every locale, because other people read the logs. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

export function plural(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** Formats a relative change as `3.2e-4`, without the 17 digits of the JSON. */
export function relativeChange(value: number | null | undefined): string {
  if (value === null || value === undefined) return NO_VALUE;
  return value === 0 ? '0' : value.toExponential(1);
}

/** Formats a value that a node reported about an attempt. */
export function reportedValue(value: number | boolean | string | null, format: string | null): string {
  if (format === 'relative' && typeof value === 'number') return relativeChange(value);
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : orDash(value);
}

/** Names what an attempt or task computes: its type, or `spectrum` if it only computes the spectrum of a model. */
export function taskKind({
  task_type: type,
  stage,
}: {
  readonly task_type: string | null;
  readonly stage?: string;
}): string {
  return stage === 'spectrum' ? stage : orDash(type);
}

/** Formats a duration in at most two units: `45 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return NO_VALUE;
  const whole = Math.max(0, Math.round(seconds));
  const steps = [
    { unit: 'd', size: 86_400 },
    { unit: 'h', size: 3_600 },
    { unit: 'min', size: 60 },
    { unit: 's', size: 1 },
  ];
  const first = steps.findIndex(({ size }) => whole >= size);
  if (first === -1) return seconds > 0 ? 'under 1 s' : '0 s';
  const shown = steps.slice(first, first + 2);
  let rest = whole;
  const words = shown.map(({ unit, size }) => {
    const number = Math.floor(rest / size);
    rest -= number * size;
    return number > 0 ? `${number} ${unit}` : '';
  });
  return words.filter((word) => word !== '').join(' ');
}

export function bytes(size: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = size;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** Formats an amount in 10^9 bytes. Only small amounts have decimals. */
export function gigabytes(amount: number): string {
  return `${amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount)} GB`;
}

/** Describes the machine of a node, such as `32 cores, 128 GB, x64`. */
export function machine(of: NodeMachine | null): string {
  return of === null ? NO_VALUE : `${plural(of.cores, 'core')}, ${gigabytes(of.memory_gb)}, ${of.arch}`;
}

/** Formats a percentage. Shows 100 only if everything is done, and 0 only at the very start. */
export function percent(part: number, whole: number): string {
  if (whole <= 0) return '0.0 %';
  const tenths = Math.floor((part / whole) * 1000);
  return `${((part > 0 ? Math.max(1, tenths) : 0) / 10).toFixed(1)} %`;
}

/**
 * Formats an RFC 3339 time as `2026-11-20 14:05:09` in UTC, like the grid's own times, so that all times in a table
 * look alike.
 */
export function time(timestamp: string | null | undefined): string {
  return timestamp ? timestamp.slice(0, 19).replace('T', ' ') : NO_VALUE;
}

/** Describes how many points converged by continuing an attempt. Returns an empty text for zero. */
export function continuedInWords({ continue_converged: n }: { readonly continue_converged: number }): string {
  return n > 0 ? `, ${count(n)} continued` : '';
}
