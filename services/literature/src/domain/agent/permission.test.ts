import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { permissionQuestion, checkPermission } from './permission.ts';

test('reads run at once in every mode, and other calls ask, run or are denied, depending on the mode', () => {
  for (const mode of ['ask', 'auto', 'read_only'] as const) expect(checkPermission('read', mode)).toBe('run');
  for (const access of ['write', 'network', 'costly'] as const) {
    expect(checkPermission(access, 'ask')).toBe('ask');
    expect(checkPermission(access, 'auto')).toBe('run');
    expect(checkPermission(access, 'read_only')).toBe('deny');
  }
});

test('a question shows every argument in full and escapes invisible characters', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '"', '\\', '\n', '\u202e', '\u200b', '\u{e0041}', '\u2028', 'é', '𝛼'),
    maxLength: 300,
  });
  fc.assert(
    fc.property(fc.dictionary(text, text), (args) => {
      const question = permissionQuestion('add_note', 'write', args);
      const [, shown = ''] = /^Allow add_note \(write\) with (.*)\?$/.exec(question) ?? [];
      expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(args)));
      expect(question).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
  );
});
