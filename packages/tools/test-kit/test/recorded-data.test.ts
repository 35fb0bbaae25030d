import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';

const folder = mkdtempSync(join(tmpdir(), 'recorded-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const name of ['b.html', 'a.html', 'c.pdf']) writeFileSync(join(folder, name), name);

const CODE = `
const { HAS_RECORDED_DATA, RECORDED_DATA_IS_DUE, listRecorded, readRecorded } = await import(process.argv[1]);
const said = (what) => { try { return what(); } catch (error) { return error.message; } };
console.log(JSON.stringify([HAS_RECORDED_DATA, RECORDED_DATA_IS_DUE, said(() => listRecorded(['.'], '.html')), said(() => readRecorded('a.html'))]));`;

async function seenWith(environment: Readonly<Record<string, string>>): Promise<unknown> {
  const program = join(import.meta.dirname, '../src/recorded-data.ts');
  const { PATH = '' } = process.env;
  const argv = ['--input-type=module', '--eval', CODE, program];
  const { stdout } = await promisify(execFile)(process.execPath, argv, { env: { PATH, ...environment } });
  return JSON.parse(stdout);
}

const missing = { RECORDED_DATA: join(folder, 'missing') };
const MESSAGE = `no recorded data in ${missing.RECORDED_DATA}: set RECORDED_DATA to its folder, or set WITHOUT_RECORDED_DATA=1 to skip the tests that need it`;

test.each([
  ['is read if present', { RECORDED_DATA: folder }, [true, false, ['a.html', 'b.html'], 'a.html']],
  ['may be missing on a person’s machine', missing, [false, false, [], MESSAGE]],
  ['may not be missing in continuous integration', { ...missing, CI: 'true' }, [false, true, MESSAGE, MESSAGE]],
  [
    'may be missing in continuous integration if configured',
    { ...missing, CI: 'true', WITHOUT_RECORDED_DATA: '1' },
    [false, false, [], MESSAGE],
  ],
])('recorded data %s', async (_what, environment, seen) => {
  expect(await seenWith(environment as Readonly<Record<string, string>>)).toEqual(seen);
});
