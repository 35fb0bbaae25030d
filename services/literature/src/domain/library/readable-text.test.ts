import { expect, test } from '@jest/globals';
import { readableText } from './readable-text.ts';

test.each([
  ['## 模型 of *winds*', '模型 of winds'],
  ['![Figure 1](/api/x.png)\n\nas [Smith](#ref-1) **says**', 'Figure 1 as Smith says'],
  ['- $a_1 [b]$ and `code`\n> quoted', '$a_1 [b]$ and code quoted'],
])('%j', (markdown, text) => {
  expect(readableText(markdown)).toBe(text);
});
