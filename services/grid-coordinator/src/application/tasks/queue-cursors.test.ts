import { describe, expect, test } from '@jest/globals';
import type { WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import { QueueCursors } from './queue-cursors.ts';

const WORKFLOW: WorkflowState = { id: 7, name: 'sdb', status: 'running', run: 1, expansion: 1, requeues: 4 };
const PLACE = { wave: 3, attempts: 0, name: 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0' };
const LATER = { ...PLACE, wave: 4 };

/** Returns cursors and the clock that the test sets. */
function cursorsAt() {
  const clock = { ms: 0 };
  return { clock, cursors: new QueueCursors(() => clock.ms) };
}

describe('queue cursor', () => {
  test('is unknown before a claim has committed, and then is where that claim ended', () => {
    const { cursors } = cursorsAt();
    expect(cursors.of(WORKFLOW)).toBeUndefined();
    cursors.advance(WORKFLOW, PLACE);
    expect(cursors.of(WORKFLOW)).toEqual(PLACE);
    cursors.advance(WORKFLOW, LATER);
    expect(cursors.of(WORKFLOW)).toEqual(LATER);
    expect(cursors.of({ ...WORKFLOW, id: 8 })).toBeUndefined();
  });

  test.each([
    ['points were queued again', { requeues: 5 }],
    ['the grid was expanded again', { expansion: 2 }],
    ['points are still being written', { status: 'initializing' as const }],
  ])('is no longer known when %s', (_what, change) => {
    const { cursors } = cursorsAt();
    cursors.advance(WORKFLOW, PLACE);
    expect(cursors.of({ ...WORKFLOW, ...change })).toBeUndefined();
  });

  test('is not stored during the expansion, because earlier points may follow', () => {
    const { cursors } = cursorsAt();
    cursors.advance({ ...WORKFLOW, status: 'initializing' }, PLACE);
    expect(cursors.of(WORKFLOW)).toBeUndefined();
  });

  test('is discarded if its read began before points were queued again', () => {
    const { cursors } = cursorsAt();
    cursors.advance(WORKFLOW, PLACE);
    expect(cursors.of({ ...WORKFLOW, requeues: 5 })).toBeUndefined();
    // This claim read the workflow before the points were queued again.
    cursors.advance(WORKFLOW, LATER);
    expect(cursors.of({ ...WORKFLOW, requeues: 5 })).toBeUndefined();
  });

  test('is read from the start again after a second, even if it was used meanwhile', () => {
    const { clock, cursors } = cursorsAt();
    cursors.advance(WORKFLOW, PLACE);
    clock.ms = 999;
    expect(cursors.of(WORKFLOW)).toEqual(PLACE);
    cursors.advance(WORKFLOW, LATER);
    clock.ms = 1_000;
    expect(cursors.of(WORKFLOW)).toBeUndefined();
    cursors.advance(WORKFLOW, LATER);
    clock.ms = 1_999;
    expect(cursors.of(WORKFLOW)).toEqual(LATER);
  });

  test('can be forgotten', () => {
    const { cursors } = cursorsAt();
    cursors.advance(WORKFLOW, PLACE);
    cursors.forget(WORKFLOW.id);
    expect(cursors.of(WORKFLOW)).toBeUndefined();
  });
});
