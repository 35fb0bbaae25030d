import { describe, expect, test } from '@jest/globals';
import { openLog } from './log.ts';

const now = () => new Date('2026-01-31T12:00:00Z');

function written(isTTY: boolean, act: (log: ReturnType<typeof openLog>) => void): string {
  let text = '';
  act(openLog({ isTTY, write: (chunk) => (text += chunk) }, 'n1', now));
  return text;
}

describe('the log', () => {
  test('prints one readable line per event on a terminal', () => {
    const text = written(true, (log) => {
      log.info('task claimed', { task: 'a', seed: null });
      log.warn('task ended', { reason: 'line one\nline two' });
    });
    expect(text).toBe('12:00:00 task claimed  task=a\n12:00:00 WARN task ended  reason=line one | line two\n');
  });

  test('prints one JSON object per line elsewhere', () => {
    const text = written(false, (log) => log.error('task ended', { reason: 'line one\nline two' }));
    expect(text.endsWith('}\n')).toBe(true);
    expect(JSON.parse(text)).toEqual({
      time: '2026-01-31T12:00:00.000Z',
      level: 'error',
      event: 'task ended',
      node_id: 'n1',
      reason: 'line one\nline two',
    });
  });
});
