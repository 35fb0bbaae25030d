import { expect, test } from '@jest/globals';
import { findBibliography, paperText } from './bibliography.ts';

const block = (kind: string, text: string, markdown = text) => ({ kind, text, markdown });

const keptOf = ({ text, skipped }: ReturnType<typeof paperText>): string => {
  let [kept, at] = ['', 0];
  for (const { start, end } of skipped) {
    kept += text.slice(at, start);
    at = end;
  }
  return kept + text.slice(at);
};

test('reads a paper without its references, formulas and listings', () => {
  const paper = paperText([
    block('heading', 'Stars', '# Stars'),
    block('paragraph', 'HD 1'),
    block('equation', 'x', '$$\nx\n$$'),
    block('code', 'HD 2'),
    block('paragraph', 'HD 3'),
    block('reference', 'HD 4', '- HD 4'),
  ]);
  expect(paper.text).toBe('# Stars\n\nHD 1\n\n$$\nx\n$$\n\nHD 2\n\nHD 3\n\n- HD 4');
  expect(keptOf(paper)).toBe('# Stars\n\nHD 1\n\n\n\n\n\nHD 3\n\n');
});

test('omits everything under the heading of the references, and reads the appendix', () => {
  const paper = paperText([
    block('heading', '7. References', '## 7. References'),
    block('paragraph', 'HD 1'),
    block('list_item', 'HD 2'),
    block('heading', 'Appendix A', '## Appendix A'),
    block('paragraph', 'HD 3'),
  ]);
  expect(keptOf(paper)).toBe('\n\n\n\n\n\n## Appendix A\n\nHD 3');
});

test.each([
  ['one\nREFERENCES\ntwo', 'REFERENCES\ntwo'],
  ['one\n## 7. References\n\ntwo', '## 7. References\n\ntwo'],
  ['one\n\\section*{Bibliography}\ntwo', '\\section*{Bibliography}\ntwo'],
  ['References\none\nReferences\ntwo\n\n## Appendix A\nthree', 'References\ntwo\n\n'],
  ['one\nReferences\ntwo\nAcknowledgements\nthree', 'References\ntwo\n'],
  ['one\nReferences to stars\ntwo', undefined],
  ['one with references\nand more', undefined],
  ['', undefined],
])('finds the bibliography of the text %j', (text, bibliography) => {
  expect(findBibliography(text).map(({ start, end }) => text.slice(start, end))[0]).toBe(bibliography);
});
