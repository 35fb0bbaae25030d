import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { Terminal } from './terminal.ts';

async function printed(value: unknown, isTTY: boolean): Promise<string> {
  let text = '';
  const output = () =>
    Object.assign(
      new Writable({
        write: (chunk, _encoding, done) => {
          text += String(chunk);
          done();
        },
      }),
      { isTTY },
    );
  const io = { env: {}, stdin: process.stdin, stdout: output(), stderr: output() };
  await new Terminal(io, { json: true, color: false }).document(value);
  return text;
}

const VALUE = { name: 'a\u202ecod.exe\u2066\u200f\u061c', error: '\u009b31m\u007f Ä 中' };

test('JSON on a terminal escapes bidirectional and control characters and keeps its value', async () => {
  const text = await printed(VALUE, true);
  expect(text).toContain(String.raw`"a\u202ecod.exe\u2066\u200f\u061c"`);
  expect(text).toContain(String.raw`"\u009b31m\u007f Ä 中"`);
  expect(JSON.parse(text)).toEqual(VALUE);
});

test('JSON in a pipe is unchanged', async () => {
  expect(await printed(VALUE, false)).toBe(`${JSON.stringify(VALUE, null, 2)}\n`);
});
