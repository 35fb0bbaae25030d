import { randomUUID } from 'node:crypto';
import type { ToolCall } from './language-model.ts';

/** A tool call, or a part of one, as providers send it. Any field may be missing. */
export interface WireToolCall {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null;
}

interface Growing {
  id: string;
  name: string;
  arguments: string;
}

/**
 * Assembles tool calls from the pieces of a stream. The index of a piece says to which call it belongs. Some providers
 * always send the index 0, so a new id or name also begins a new call. The id may be missing.
 */
export class ToolCallGatherer {
  readonly #calls: Growing[] = [];
  readonly #atIndex = new Map<number, Growing>();

  add(piece: WireToolCall): void {
    const index = piece.index ?? 0;
    const id = piece.id ?? '';
    const name = piece.function?.name ?? '';
    const text = textOf(piece.function?.arguments);
    const open = this.#atIndex.get(index);
    if (open !== undefined && !isNewCall(open, { id, name, arguments: text })) {
      if (open.id === '') open.id = id;
      // Some providers send a name in pieces.
      if (open.name !== name) open.name += name;
      open.arguments += text;
      return;
    }
    const call = { id, name, arguments: text };
    this.#calls.push(call);
    this.#atIndex.set(index, call);
  }

  /** Returns the calls in the order of their first pieces. Drops calls without a name. */
  whole(): ToolCall[] {
    return identified(this.#calls.filter(({ name }) => name !== ''));
  }
}

export function readToolCalls(calls: readonly WireToolCall[]): ToolCall[] {
  const read = calls.map((call) => ({
    id: call.id ?? '',
    name: call.function?.name ?? '',
    arguments: textOf(call.function?.arguments),
  }));
  return identified(read.filter(({ name }) => name !== ''));
}

/** Assigns new ids to calls whose id is missing or a duplicate. */
function identified(calls: readonly Growing[]): ToolCall[] {
  const taken = new Set<string>();
  return calls.map((call) => {
    const id = call.id === '' || taken.has(call.id) ? randomUUID() : call.id;
    taken.add(id);
    return { id, name: call.name, arguments: call.arguments };
  });
}

function isNewCall(open: Growing, piece: Growing): boolean {
  const haveIds = piece.id !== '' && open.id !== '';
  if (haveIds && piece.id !== open.id) return true;
  if (piece.name === '' || open.name === '') return false;
  // Complete arguments end a call, even if the next piece repeats its id.
  if (haveIds) return isObject(open.arguments) && piece.arguments !== '';
  // A provider that sends ids does not begin a call without an id.
  if (open.id !== '' && open.arguments === '') return false;
  return piece.name !== open.name || repeatsName(open, piece);
}

/** Returns whether a repeated name begins a new call. Some providers repeat the name in every piece of a call. */
function repeatsName(open: Growing, piece: Growing): boolean {
  return open.arguments !== '' && (piece.arguments === '' || isJson(open.arguments));
}

const isObject = (text: string): boolean => text.trim().startsWith('{') && isJson(text);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Converts arguments to text, because some providers send them as an object. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
