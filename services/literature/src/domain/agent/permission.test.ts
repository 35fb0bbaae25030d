import { expect, test } from '@jest/globals';
import { permit } from './permission.ts';

test('reading runs at once in every mode; anything else is asked for, run or denied as the mode says', () => {
  for (const mode of ['ask', 'auto', 'read_only'] as const) expect(permit('read', mode)).toBe('run');
  for (const access of ['write', 'network', 'costly'] as const) {
    expect(permit(access, 'ask')).toBe('ask');
    expect(permit(access, 'auto')).toBe('run');
    expect(permit(access, 'read_only')).toBe('deny');
  }
});
