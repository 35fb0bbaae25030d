import { describe, expect, test } from '@jest/globals';
import { combine, idOf, type NewJob, type SaveJob } from './queue.ts';

const paper = { identifier: '10.5555/a', title: 'T', authors: [], year: '', journal: '', doi: '10.5555/a', pdf: '' };
const pdf = { type: 'pdf', content: new Blob(['%PDF-1.7']) } as const;
const job = (more: Partial<NewJob> = {}): NewJob => ({
  paper,
  collection: undefined,
  tags: [],
  file: undefined,
  ...more,
});
const earlier = (more: Partial<SaveJob> = {}): SaveJob => ({ ...combine(undefined, job(), 1), ...more });

test.each([
  [paper, '10.5555/a'],
  [{ ...paper, identifier: '' }, 'title:T'],
  [{ ...paper, identifier: '', title: '', pdf: 'https://example.org/a.pdf' }, 'pdf:https://example.org/a.pdf'],
])('the id of a job names its paper', (of, id) => {
  expect(idOf(of)).toBe(id);
});

describe('a second click on a paper', () => {
  test('keeps the file, the collection and the tags of a job that waits', () => {
    const waiting = earlier({ file: pdf, collection: 3, tags: ['a'] });
    expect(combine(waiting, job({ tags: ['a', 'b'] }), 2)).toMatchObject({
      file: pdf,
      collection: 3,
      tags: ['a', 'b'],
    });
    expect(combine(waiting, job({ collection: 4 }), 2)).toMatchObject({ collection: 4, state: 'waiting', savedAt: 2 });
  });

  test('sends only what is new for a saved paper', () => {
    const saved = earlier({ state: 'saved', collection: 3, tags: ['a'] });
    expect(combine(saved, job({ tags: ['b'] }), 2)).toMatchObject({
      file: undefined,
      collection: undefined,
      tags: ['b'],
    });
  });

  test('tries a failed job again', () => {
    expect(combine(earlier({ state: 'failed', message: 'x', file: pdf }), job(), 2)).toMatchObject({
      state: 'waiting',
      message: '',
      file: pdf,
    });
  });
});
