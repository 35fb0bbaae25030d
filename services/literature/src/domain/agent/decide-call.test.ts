import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decideCall, readArguments, type CallContext, type KnownTool } from './decide-call.ts';

const anything: KnownTool['check'] = () => ({ ok: true });
const tools = new Map<string, KnownTool>([
  ['look', { access: 'read', check: anything }],
  ['fetch', { access: 'network', check: anything }],
  ['picky', { access: 'read', check: () => ({ ok: false, fault: 'n: must be integer' }) }],
  ['ask_user', { access: 'read', check: anything }],
  ['subagent', { access: 'read', check: anything }],
]);
const now: CallContext = {
  tools,
  mode: 'ask',
  depth: 0,
  allowed: new Set(),
  maxDepth: 2,
  subagentsLeft: 1,
  position: 0,
  callsPerAnswer: 3,
  callsLeft: 5,
  callsPerSession: 50,
};
const judge = (name: string, more: Partial<CallContext> = {}, args = '{}') =>
  decideCall({ name, arguments: args }, { ...now, ...more });

describe('a call', () => {
  test('runs at once if it only reads', () => {
    expect(judge('look', { mode: 'read_only' })).toEqual({ kind: 'run' });
    expect(judge('look', {}, '')).toEqual({ kind: 'run' });
  });

  test('with effects asks, runs or is denied, depending on the mode', () => {
    expect(judge('fetch')).toEqual({ kind: 'permission', access: 'network' });
    expect(judge('fetch', { mode: 'auto' })).toEqual({ kind: 'run' });
    expect(judge('fetch', { mode: 'read_only' })).toMatchObject({ kind: 'refuse', status: 'denied' });
  });

  test.each([
    ['of an unknown tool', judge('rm'), /there is no tool rm. The tools are: look, fetch/],
    ['with broken JSON', judge('look', {}, '{"a":'), /not a JSON object/],
    ['with too long arguments', judge('look', {}, `{"a":"${'x'.repeat(100_000)}"}`), /longer than 100000/],
    ['with an array', judge('look', {}, '[1]'), /not a JSON object/],
    ['with invalid arguments', judge('picky'), /invalid: n: must be integer/],
    ['beyond the limit of an answer', judge('look', { position: 3 }), /more than 3 calls/],
    ['beyond the limit of a session', judge('look', { callsLeft: 0 }), /limit of 50 tool calls/],
    ['of a sub-agent below the lowest level', judge('subagent', { depth: 2 }), /limited to 2 levels/],
    ['of a sub-agent beyond the limit', judge('subagent', { subagentsLeft: 0 }), /no sub-agents left/],
  ])('%s goes back to the model as an error', (_, decision, words) => {
    expect(decision).toMatchObject({ kind: 'refuse', status: 'error', output: expect.stringMatching(words) });
  });

  test('of ask_user becomes a question in every mode, and a call of subagent runs', () => {
    for (const mode of ['ask', 'auto', 'read_only'] as const) {
      expect(judge('ask_user', { mode })).toEqual({ kind: 'question' });
      expect(judge('subagent', { mode, depth: 1 })).toEqual({ kind: 'run' });
    }
  });

  test('that is invalid never runs in any mode', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.constantFrom('ask', 'auto', 'read_only'), (name, args, mode) => {
        const decision = judge(name, { mode }, args);
        if (!tools.has(name) || typeof readArguments(args) === 'string') expect(decision.kind).toBe('refuse');
      }),
    );
  });
});

test('arguments are parsed as an object, or kept as text', () => {
  expect(readArguments(' ')).toEqual({});
  expect(readArguments('{"a":[1]}')).toEqual({ a: [1] });
  for (const text of ['null', '7', '"x"', '[]', '{', 'x']) expect(readArguments(text)).toBe(text);
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const text = JSON.stringify(value);
      expect(readArguments(text)).toEqual(JSON.parse(text));
    }),
  );
});
