import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AGENT_LIMITS } from './limits.ts';
import { nextAction, type OpenCall, type RunState, type Thread } from './next-action.ts';

const limits = { ...AGENT_LIMITS, steps: 6, stepsOfSubagent: 3, runMs: 1_000, acquisitions: 2 };
const main: Thread = { thread: 0, depth: 0, steps: 0, calls: [], hasAnswered: false };
const sub: Thread = { ...main, thread: 1, depth: 1 };
const run: RunState = { threads: [main], steps: 0, elapsedMs: 0, acquisitions: 1 };
const call = (id: string, status: OpenCall['status']): OpenCall => ({ id, status });

test('a question goes to the model, and an answer without calls completes the run', () => {
  expect(nextAction(run, limits)).toEqual({ kind: 'ask_model', thread: 0, conclude: false });
  expect(nextAction({ ...run, threads: [{ ...main, hasAnswered: true }] }, limits)).toEqual({ kind: 'complete' });
});

test('ready calls run one after the other before the run waits for the user', () => {
  const calls = [call('a', 'waiting'), call('b', 'ready'), call('c', 'ready')];
  expect(nextAction({ ...run, threads: [{ ...main, calls }] }, limits)).toEqual({ kind: 'run_tool', call: 'b' });
  const left = { ...main, calls: calls.slice(0, 1) };
  expect(nextAction({ ...run, threads: [left] }, limits)).toEqual({ kind: 'wait' });
});

test('while a sub-agent works, the other agents wait, and its answer goes to its caller', () => {
  const outer = { ...main, calls: [call('a', 'delegated'), call('b', 'ready')] };
  const threads = (inner: Thread) => ({ ...run, threads: [outer, inner] });
  expect(nextAction(threads(sub), limits)).toMatchObject({ kind: 'ask_model', thread: 1 });
  const answered = { ...sub, hasAnswered: true };
  expect(nextAction(threads(answered), limits)).toEqual({ kind: 'return_to_caller', thread: 1 });
});

test('the last step offers no tools, and the run fails if it still has no answer', () => {
  expect(nextAction({ ...run, steps: 5 }, limits)).toEqual({ kind: 'ask_model', thread: 0, conclude: true });
  expect(nextAction({ ...run, steps: 6 }, limits)).toMatchObject({
    kind: 'fail',
    reason: expect.stringMatching(/6 steps/),
  });
});

test('a sub-agent concludes at its limit, and returns to its caller beyond it', () => {
  const at = (steps: number) => nextAction({ ...run, threads: [main, { ...sub, steps }] }, limits);
  expect(at(2)).toEqual({ kind: 'ask_model', thread: 1, conclude: true });
  expect(at(3)).toEqual({ kind: 'return_to_caller', thread: 1 });
});

test('a run fails if it takes too long or kills its workers', () => {
  expect(nextAction({ ...run, elapsedMs: 1_000 }, limits)).toMatchObject({
    kind: 'fail',
    reason: expect.stringMatching(/longer than 1 s/),
  });
  expect(nextAction({ ...run, acquisitions: 3 }, limits)).toMatchObject({
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
  acquisitions: fc.nat(4),
});

test('never asks the model beyond a limit or while a call has no result, and never completes before the main agent does', () => {
  fc.assert(
    fc.property(anyRun, (state) => {
      const action = nextAction(state, limits);
      const agent = state.threads.at(-1);
      if (action.kind === 'ask_model') {
        expect(agent?.calls).toEqual([]);
        expect(state.steps).toBeLessThan(limits.steps);
        expect(state.elapsedMs).toBeLessThan(limits.runMs);
        expect(action.thread).toBe(agent?.thread);
      }
      if (action.kind === 'run_tool') expect(agent?.calls.find(({ id }) => id === action.call)).toBeDefined();
      if (action.kind === 'complete') expect(agent).toMatchObject({ depth: 0, hasAnswered: true, calls: [] });
      if (action.kind === 'wait') expect(agent?.calls.some(({ status }) => status === 'ready')).toBe(false);
    }),
  );
});

/** Simulates a run whose model keeps making calls. */
test('every run ends with any answers of the model', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('call', 'delegate', 'answer'), { maxLength: 60 }), (says) => {
      let threads: Thread[] = [main];
      let steps = 0;
      const turns = says.values();
      for (let moves = 0; moves < 100; moves += 1) {
        const action = nextAction({ ...run, threads, steps }, limits);
        if (action.kind === 'complete' || action.kind === 'fail') return;
        const agent = threads.at(-1) as Thread;
        const rest = threads.slice(0, -1);
        if (action.kind === 'return_to_caller') {
          threads = [...rest.slice(0, -1), { ...(rest.at(-1) as Thread), calls: [] }];
        } else if (action.kind === 'run_tool') {
          const delegates = action.call === 'delegate';
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
