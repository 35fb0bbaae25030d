import { expect, test } from '@jest/globals';
import { findingsIn, passagesOf, RULES } from '../src/prose-check.ts';

const found = (file: string, text: string) =>
  findingsIn(passagesOf(file, text), new Set()).map(({ line, text: sentence }) => [line, sentence]);

test('every rule finds its construction', () => {
  const examples = [
    'Of most pairs this is enough.',
    'The letters are those of a page.',
    'It is none of them.',
    'The reader asks if nobody has it.',
    'The row tells its size.',
    'The note is beside the text.',
    'All rows but for one match.',
    'The name stands in the file.',
    'The worker goes on afterwards.',
    'The process ends by itself.',
    'A change of yours is needed.',
    'The rows are let through.',
    'The table, of which rows are read.',
  ];
  const rules = examples.map((text) => findingsIn([{ line: 1, text }], new Set())[0]?.rule);
  expect(rules).toEqual(RULES.map(({ name }) => name));
});

test('comments, messages, errors, descriptions and titles of code are read, other code is not', () => {
  const text = [
    '/**',
    ' * Returns the rows. Whoever waits gets them.',
    ' */',
    'const told = read(); // The file tells its size.',
    "const messages = { en: 'The point stands in the list.', zh: '' };",
    "throw new Refusal('unknown', 'the node told nothing else');",
    "test('the one that goes on', () => {});",
    'const unseen = "the row that tells";',
  ].join('\n');
  expect(found('a.ts', text)).toEqual([
    [1, 'Whoever waits gets them.'],
    [4, 'The file tells its size.'],
    [5, 'The point stands in the list.'],
    [6, 'the node told nothing else'],
    [7, 'the one that goes on'],
  ]);
});

test('documents are read without their code, shell scripts by their comments', () => {
  expect(found('a.md', '# Title\n\n```\nwhat it tells\n```\n\nIt is `told` here and stands in the way.')).toEqual([
    [7, 'It is x here and stands in the way.'],
  ]);
  expect(found('a.sh', 'echo "it tells a story"\n# It tells a story.\n')).toEqual([[2, 'It tells a story.']]);
});

test('an exception is not reported', () => {
  const passages = [{ line: 1, text: 'It tells a story.' }];
  expect(findingsIn(passages, new Set(['It tells a story.']))).toEqual([]);
});
