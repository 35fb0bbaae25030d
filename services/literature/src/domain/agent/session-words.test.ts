import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { summarise, titleOf } from './session-words.ts';

test('a title is one line of at most 80 code units and never splits a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (question) => {
      const title = titleOf(question);
      expect(title.length).toBeLessThanOrEqual(80);
      expect(title).not.toMatch(/[\n\r\t]/);
      expect(title.isWellFormed()).toBe(true);
    }),
  );
  expect(titleOf('  Which winds\nare known? ')).toBe('Which winds are known?');
});

test('a summary has the last question of the user, the last answer of the main agent, and the tools', () => {
  const said = (role: string, content: string, agent = 'main') => ({ role, content, agent });
  const messages = [
    said('user', 'first'),
    said('assistant', 'one'),
    said('user', 'second'),
    said('assistant', ''),
    said('user', 'do this', 'helper'),
    said('assistant', 'found it', 'helper'),
    said('assistant', 'two'),
  ];
  expect(summarise(messages, { search: 2, read: 1 }, 'main')).toBe(
    'Asked: second\nAnswered: two\nTools: search (2), read',
  );
  expect(summarise(messages.slice(0, 1), {}, 'main')).toBe('Asked: first\nNo answer yet.');
});
