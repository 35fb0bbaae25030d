import { expect, test } from '@jest/globals';
import { fontStyle, PLAIN_FONT } from './font-style.ts';

test.each([
  ['ABCDEF+CMR10', {}],
  ['CMBX12', { bold: true }],
  ['CMTI10', { italic: true }],
  ['CMCSC10', { smallCaps: true }],
  ['CMMI10', { italic: true, math: true }],
  ['CMSY7', { math: true }],
  ['CMEX10', { math: true }],
  ['CMTT9', { mono: true }],
  ['MSBM10', { math: true }],
  ['NimbusRomNo9L-Regu', {}],
  ['NimbusRomNo9L-Medi', { bold: true }],
  ['NimbusRomNo9L-MediItal', { bold: true, italic: true }],
  ['USJVQK+rtxmi', { math: true }],
  ['BZPOVG+txsy', { math: true }],
  ['OOTUFF+rtxr', {}],
  ['VNQPCB+t1xtt', { mono: true }],
  ['Times-BoldItalic', { bold: true, italic: true }],
  ['Helvetica-Oblique', { italic: true }],
  ['Courier', { mono: true }],
  ['STIXMathJax_Main', { math: true }],
  ['Symbol', { math: true }],
  ['LMRoman10-Regular', {}],
  ['SFRM1000', {}],
  ['SFBX1000', { bold: true }],
])('reads the style of %s from its name', (name, style) => {
  expect(fontStyle(name)).toEqual({ ...PLAIN_FONT, ...style });
});
