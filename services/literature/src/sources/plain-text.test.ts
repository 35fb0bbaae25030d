import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { plainText, plainTitle } from './plain-text.ts';

test.each([
  ['H<SUB>2</SUB>O and 10<SUP>-3</SUP> M<SUB>☉</SUB>', 'H₂O and 10⁻³ M$_{☉}$'],
  ['T<SUB>eff</SUB> of <i>Kepler</i>-16', 'T$_{eff}$ of Kepler-16'],
  ['$M<SUB>V</SUB>$ of dwarfs', '$M_{V}$ of dwarfs'],
  ['Winds &amp; disks at 1 &lt; z &lt; 2', 'Winds & disks at 1 < z < 2'],
  ['Winds &amp;amp; disks in A&amp;amp;amp;A, 1 &amp;lt; z', 'Winds & disks in A&A, 1 < z'],
  ['H&amp;lt;SUB&amp;gt;2&amp;lt;/SUB&amp;gt;O', 'H₂O'],
  [String.raw`for \$5 M<SUB>V</SUB> and $M<SUB>V</SUB>$`, String.raw`for \$5 M$_{V}$ and $M_{V}$`],
  ['if a<b and c>d, or x < y > z', 'if a<b and c>d, or x < y > z'],
  ['see <A href="https://example.org/?a=1&amp;b=2">here</A>', 'see here'],
  [
    'of <inline-formula id="IEq1"><mml:math><mml:mrow><mml:msup><mml:mrow></mml:mrow><mml:mn>36</mml:mn></mml:msup><mml:mi mathvariant="normal">Cl</mml:mi></mml:mrow></mml:math></inline-formula> decay',
    'of 36Cl decay',
  ],
  ['&#945; Cen and &#x3b2;&nbsp;Pic', 'α Cen and β Pic'],
  ['Schr&ouml;dinger&rsquo;s &Delta;T of 3&prime;, &frac12; &odot;', 'Schrödinger’s ΔT of 3′, ½ ⊙'],
  ['&toString; of &constructor; and &valueOf;', '&toString; of &constructor; and &valueOf;'],
  ['<TEX>$z$</TEX> of <bold>M</bold> <Emphasis Type="Italic">31</Emphasis>', '$z$ of M 31'],
  ['&nosuch; and &#99999999;', '&nosuch; and &#99999999;'],
  ['Winds<script>alert(1)</script> of <img src=x onerror=alert(1)>stars', 'Windsalert(1) of stars'],
  ['an <img/src=x onerror=alert(1)//> and <svg onload=alert(1)>, <iframe srcdoc="a">', 'an and ,'],
  ['&lt;b&gt;Bold&lt;/b&gt; H&lt;SUB&gt;2&lt;/SUB&gt;O &lt;img src=x&gt;at 1 &lt; z', 'Bold H₂O at 1 < z'],
  ['line\n  broken<BR />title', 'line broken title'],
  ['an unclosed <SUB>2', 'an unclosed 2'],
  ['', ''],
])('converts the title %j to %j', (markup, text) => {
  expect(plainTitle(markup)).toBe(text);
});

test('an abstract keeps its paragraphs', () => {
  expect(plainText('One.\n <P />Two<BR/>lines. <P />')).toBe('One.\n\nTwo\nlines.');
});

test('in text without markup and entities, only blanks change', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\p{L}\d ,.$^_{}\\-]*$/u), (text) => {
      expect(plainTitle(text)).toBe(text.replaceAll(/\s+/g, ' ').trim());
    }),
  );
});

test('a long title is cut, and does not take longer with more markup', () => {
  expect(plainTitle('star '.repeat(1_000_000))).toHaveLength(2_000);
  expect(plainText('x<SUB>eff</SUB>'.repeat(1_000_000))).toHaveLength(100_000);
});
