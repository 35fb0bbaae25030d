import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { JournalWriter, parseEntry, readJournal, type JournalEntry } from './journal.ts';

const directory = mkdtempSync(join(tmpdir(), 'gridctl-journal-'));
afterAll(() => rmSync(directory, { recursive: true }));

const entry = (file: string, over: Partial<JournalEntry> = {}): JournalEntry => ({
  url: 'http://a',
  workflow: 'sdb',
  point: 't1',
  summary: { file, size: 10, mtime_ms: 1.5 },
  seed: { file: `${file}.7`, size: 20, mtime_ms: 2.5 },
  ...over,
});

test('an accepted result is recognised, unless it has changed or went to another destination', async () => {
  const file = join(directory, 'known.jsonl');
  const writer = new JournalWriter(file);
  const [a, b] = [entry('a'), entry('b', { workflow: 'other' })];
  writer.append(a);
  writer.append(b);
  writer.close();
  const accepted = await readJournal(file, { url: 'http://a', workflow: 'sdb' });
  expect(accepted.has(a)).toBe(true);
  expect(accepted.has({ ...a, summary: { ...a.summary, mtime_ms: 9 } })).toBe(false);
  expect(accepted.has({ ...a, seed: null })).toBe(false);
  expect(accepted.has({ ...a, point: 't2' })).toBe(false);
  expect(accepted.has(b)).toBe(false);
  expect((await readJournal(file, { url: 'http://b', workflow: 'sdb' })).has(a)).toBe(false);
});

test('a truncated last line loses only that line', async () => {
  const file = join(directory, 'torn.jsonl');
  appendFileSync(file, `${JSON.stringify(entry('a'))}\n{"url":"http://a","wor`);
  const writer = new JournalWriter(file);
  writer.append(entry('c'));
  writer.close();
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(4);
  const accepted = await readJournal(file, { url: 'http://a', workflow: 'sdb' });
  expect(['a', 'c'].map((each) => accepted.has(entry(each)))).toEqual([true, true]);
});

test('a missing journal counts as empty, and foreign lines are ignored', async () => {
  const accepted = await readJournal(join(directory, 'none.jsonl'), { url: 'http://a', workflow: 'sdb' });
  expect(accepted.has(entry('a'))).toBe(false);
  for (const line of ['', 'null', '{}', '[]', '"x"', JSON.stringify({ ...entry('a'), seed: undefined })]) {
    expect(parseEntry(line)).toBeUndefined();
  }
});
