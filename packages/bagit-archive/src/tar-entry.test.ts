import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { END_OF_ARCHIVE, entryHead, entryPadding, entrySize } from './tar-entry.ts';

const part = fc.stringMatching(/^[A-Za-z0-9_+@é☉-]{1,60}$/);
const file = fc.record({
  path: fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/')),
  content: fc.uint8Array({ maxLength: 1500 }),
  mtimeSec: fc.integer({ min: 0, max: 4_000_000_000 }),
});

test('the system’s tar lists written entries with their path and size, for any length and characters of the path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tar-entry-'));
  fc.assert(
    fc.property(fc.uniqueArray(file, { minLength: 1, maxLength: 4, selector: ({ path }) => path }), (files) => {
      const blocks = files.flatMap(({ path, content, mtimeSec }) => {
        const entry = { path, sizeBytes: content.length, mtimeSec };
        const whole = [entryHead(entry), content, Buffer.alloc(entryPadding(content.length))];
        expect(Buffer.concat(whole)).toHaveLength(entrySize(entry));
        return whole;
      });
      const input = Buffer.concat([...blocks, END_OF_ARCHIVE]);
      const names = execFileSync('tar', ['-tf', '-', '--quoting-style=literal'], { cwd: folder, input });
      expect(names.toString().trimEnd().split('\n')).toEqual(files.map(({ path }) => path));
    }),
    { numRuns: 30 },
  );
  rmSync(folder, { recursive: true });
});

test('a size beyond what ustar can hold is written as an extended header', () => {
  const head = entryHead({ path: 'big', sizeBytes: 20 * 1024 ** 3, mtimeSec: 0 });
  expect(head.length).toBeGreaterThan(512);
  expect(head.toString('latin1')).toContain(`size=${20 * 1024 ** 3}\n`);
});
