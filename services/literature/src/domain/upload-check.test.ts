import { expect, test } from '@jest/globals';
import { uploadFault } from './upload-check.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const article = `<!DOCTYPE html><html><body><p>${'word '.repeat(100)}</p></body></html>`;

test('a PDF begins with its header', () => {
  expect(uploadFault('pdf', bytes('%PDF-1.7\n'))).toBeUndefined();
  expect(uploadFault('pdf', bytes('\n%PDF-1.7'))).toMatch(/no PDF/);
  expect(uploadFault('pdf', bytes(article))).toMatch(/no PDF/);
  expect(uploadFault('pdf', bytes(''))).toMatch(/no PDF/);
});

test('HTML is a page with text in it', () => {
  expect(uploadFault('html', bytes(article))).toBeUndefined();
  expect(uploadFault('html', bytes('%PDF-1.7'))).toMatch(/type pdf/);
  expect(uploadFault('html', bytes('word '.repeat(100)))).toMatch(/no tag/);
  expect(uploadFault('html', bytes(`<html><script>${'x'.repeat(500)}</script><p>Hello</p>`))).toMatch(/5 characters/);
  expect(uploadFault('html', bytes(`<html>\0${'word '.repeat(100)}`))).toMatch(/NUL/);
});
