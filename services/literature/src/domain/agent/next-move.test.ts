import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AGENT_LIMITS } from './limits.ts';
import { nextMove, type OpenCall, type RunState, type Thread } from './next-move.ts';

const limits = { ...AGENT_LIMITS, steps: 6, stepsOfSubagent: 3, runMs: 1_000, takes: 2 };
const main: Thread = { thread: 0, depth: 0, steps: 0, calls: [], hasAnswered: false };
const sub: Thread = { ...main, thread: 1, depth: 1 };
const run: RunState = { threads: [main], steps: 0, elapsedMs: 0, takes: 1 };
const call = (id: string, status: OpenCall['status']): OpenCall => ({ id, status });

test('a question goes to the model, and an answer without calls completes the run', () => {
  expect(nextMove(run, limits)).toEqual({ kind: 'ask_model', thread: 0, conclude: false });
  expect(nextMove({ ...run, threads: [{ ...main, hasAnswered: true }] }, limits)).toEqual({ kind: 'complete' });
});

test('calls that are ready run one after the other, before anybody is waited for', () => {
  const calls = [call('a', 'waiting'), call('b', 'ready'), call('c', 'ready')];
  expect(nextMove({ ...run, threads: [{ ...main, calls }] }, limits)).toEqual({ kind: 'run_tool', call: 'b' });
  const left = { ...main, calls: calls.slice(0, 1) };
  expect(nextMove({ ...run, threads: [left] }, limits)).toEqual({ kind: 'wait' });
});

test('while a sub-agent works the others rest, and its answer goes to the one that called it', () => {
  const outer = { ...main, calls: [call('a', 'delegated'), call('b', 'ready')] };
  const threads = (inner: Thread) => ({ ...run, threads: [outer, inner] });
  expect(nextMove(threads(sub), limits)).toMatchObject({ kind: 'ask_model', thread: 1 });
  const answered = { ...sub, hasAnswered: true };
  expect(nextMove(threads(answered), limits)).toEqual({ kind: 'return_to_caller', thread: 1 });
});

test('the last step offers no tools, and a run that then still has no answer fails', () => {
  expect(nextMove({ ...run, steps: 5 }, limits)).toEqual({ kind: 'ask_model', thread: 0, conclude: true });
  expect(nextMove({ ...run, steps: 6 }, limits)).toMatchObject({
    kind: 'fail',
    reason: expect.stringMatching(/6 steps/),
  });
});

test('a sub-agent concludes at its own limit, and hands back what it has beyond it', () => {
  const at = (steps: number) => nextMove({ ...run, threads: [main, { ...sub, steps }] }, limits);
  expect(at(2)).toEqual({ kind: 'ask_model', thread: 1, conclude: true });
  expect(at(3)).toEqual({ kind: 'return_to_caller', thread: 1 });
});

test('a run that takes too long, or kills its workers, fails', () => {
  expect(nextMove({ ...run, elapsedMs: 1_000 }, limits)).toMatchObject({
    kind: 'fail',
    reason: expect.stringMatching(/longer than 1 s/),
  });
  expect(nextMove({ ...run, takes: 3 }, limits)).toMatchObject({
    kind: 'fail',
    reason: expect.stringMatching(/too often/),
  });
});

const anyCall = fc.record({
  id: fc.string(),
  status: fc.constantFrom('waiting' as const, 'ready' as const, 'running' as const, 'delegated' as const),
});
const anyThread = fc.record({
  thread: fc.nat(9),
  depth: fc.nat(3),
  steps: fc.nat(8),
  calls: fc.array(anyCall, { maxLength: 4 }),
  hasAnswered: fc.boolean(),
});
const anyRun = fc.record({
  threads: fc.array(anyThread, { minLength: 1, maxLength: 3 }),
  steps: fc.nat(8),
  elapsedMs: fc.nat(1_200),
  takes: fc.nat(4),
});

test('never asks the model beyond a limit, nor while a call has no result, and never completes before the main agent does', () => {
  fc.assert(
    fc.property(anyRun, (state) => {
      const move = nextMove(state, limits);
      const agent = state.threads.at(-1);
      if (move.kind === 'ask_model') {
        expect(agent?.calls).toEqual([]);
        expect(state.steps).toBeLessThan(limits.steps);
        expect(state.elapsedMs).toBeLessThan(limits.runMs);
        expect(move.thread).toBe(agent?.thread);
      }
      if (move.kind === 'run_tool') expect(agent?.calls.find(({ id }) => id === move.call)).toBeDefined();
      if (move.kind === 'complete') expect(agent).toMatchObject({ depth: 0, hasAnswered: true, calls: [] });
      if (move.kind === 'wait') expect(agent?.calls.some(({ status }) => status === 'ready')).toBe(false);
    }),
  );
});

/** Plays a run against a model that always has another call to make. */
test('every run comes to an end, whatever the model says', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('call', 'delegate', 'answer'), { maxLength: 60 }), (says) => {
      let threads: Thread[] = [main];
      let steps = 0;
      const turns = says.values();
      for (let moves = 0; moves < 100; moves += 1) {
        const move = nextMove({ ...run, threads, steps }, limits);
        if (move.kind === 'complete' || move.kind === 'fail') return;
        const agent = threads.at(-1) as Thread;
        const rest = threads.slice(0, -1);
        if (move.kind === 'return_to_caller') {
          threads = [...rest.slice(0, -1), { ...(rest.at(-1) as Thread), calls: [] }];
        } else if (move.kind === 'run_tool') {
          const delegates = move.call === 'delegate';
          threads = [...rest, { ...agent, calls: delegates ? [call('delegate', 'delegated')] : [] }];
          if (delegates) threads.push({ ...sub, thread: agent.thread + 1, depth: agent.depth + 1 });
        } else {
          const said = turns.next().value ?? 'call';
          steps += 1;
          const calls = said === 'answer' ? [] : [call(said, 'ready')];
          threads = [...rest, { ...agent, steps: agent.steps + 1, calls, hasAnswered: said === 'answer' }];
        }
      }
      throw new Error('the run did not end');
    }),
  );
});
