import { describe, expect, test } from '@jest/globals';
import { outlivesHangup } from './stop.ts';

describe('a hang-up', () => {
  test('stops an agent in a terminal, but not an agent that was started with nohup or without a terminal', () => {
    expect(outlivesHangup({ env: {}, hasTerminal: true })).toBe(false);
    expect(outlivesHangup({ env: {}, hasTerminal: false })).toBe(true);
    expect(outlivesHangup({ env: { OUTLIVE_PARENT: '1' }, hasTerminal: true })).toBe(true);
  });
});
