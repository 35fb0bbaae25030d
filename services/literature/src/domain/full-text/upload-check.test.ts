import { expect, test } from '@jest/globals';
import { pageFault, uploadFault } from './upload-check.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const article = `<!DOCTYPE html><html><body><p>${'word '.repeat(100)}</p></body></html>`;

test('a PDF has its header in the first kilobyte', () => {
  for (const before of ['', '\n\n\n', '\ufeff', 'PDF CARO\0\0', ' '.repeat(1_019)])
    expect(uploadFault('pdf', bytes(`${before}%PDF-1.7\n`))).toBeUndefined();
  expect(uploadFault('pdf', bytes(`${' '.repeat(1_020)}%PDF-1.7`))).toMatch(/not a PDF/);
  expect(uploadFault('pdf', bytes(article))).toMatch(/not a PDF/);
  expect(uploadFault('pdf', bytes(''))).toMatch(/not a PDF/);
});

test('HTML is a page that contains text', () => {
  expect(uploadFault('html', bytes(article))).toBeUndefined();
  expect(uploadFault('html', bytes('%PDF-1.7'))).toMatch(/type pdf/);
  expect(uploadFault('html', bytes(`<html>\0${'word '.repeat(100)}`))).toMatch(/NUL/);
  expect(pageFault({ hasTag: true, characters: 400 })).toBeUndefined();
  expect(pageFault({ hasTag: false, characters: 400 })).toMatch(/no HTML tags/);
  expect(pageFault({ hasTag: true, characters: 5 })).toMatch(/5 characters/);
});
