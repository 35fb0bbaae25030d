import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { FormData } from 'undici';
import { uploadMs } from './upload-time.ts';

test.each([
  ['no body', {}, 0],
  ['a text', { body: 'ü'.repeat(4_000) }, 1_000],
  ['bytes', { body: new Uint8Array(8_001) }, 1_001],
  ['a stream', { body: Readable.from(['x']), headers: { 'content-length': '14000000' } }, 1_750_000],
])('%s may take as long as a line of 64 kbit/s needs', (_what, request, expected) => {
  expect(uploadMs(request)).toBe(expected);
});

test('the size of a form includes its files', () => {
  const form = new FormData();
  form.set('report', 'x'.repeat(8_000));
  form.set('seed_file', new Blob(['x'.repeat(80_000)]), 'out.7');
  expect(uploadMs({ body: form })).toBe(11_000);
});
