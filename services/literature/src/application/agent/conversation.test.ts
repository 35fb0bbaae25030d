import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Message } from '../../sources/language-model/language-model.ts';
import { conversation, type StoredCall, type StoredMessage } from './conversation.ts';

const plain = { call_id: null, tool_call_id: null, tool_name: null, call_status: null, is_cut: false };
let lastId = 0;
const said = (role: StoredMessage['role'], content: string, more: Partial<StoredMessage> = {}): StoredMessage => {
  return { ...plain, id: (lastId += 1), role, content, ...more };
};
const result = (toolCallId: string, content: string, more: Partial<StoredMessage> = {}): StoredMessage =>
  said('tool', content, {
    call_id: 'mark-1',
    tool_call_id: toolCallId,
    tool_name: 'look',
    call_status: 'ok',
    ...more,
  });
const called = (message: StoredMessage, id: string, args = '{}'): StoredCall => {
  return { message_id: message.id, tool_call_id: id, tool_name: 'look', arguments: args };
};

const lengthOf = (messages: readonly Message[]): number =>
  messages.reduce(
    (sum, message) =>
      sum +
      message.content.length +
      (message.role === 'assistant'
        ? (message.toolCalls ?? []).reduce((all, one) => all + one.arguments.length, 0)
        : 0),
    0,
  );

describe('the messages for a model', () => {
  test('contain its calls with their results, and fence the output of tools', () => {
    const answer = said('assistant', 'I look.');
    const messages = [said('user', 'q'), answer, result('a', 'found'), result('b', 'no', { call_status: 'denied' })];
    const told = conversation(messages, [called(answer, 'a', '{"x":1}'), called(answer, 'b', '{broken')], 10_000);
    expect(told).toEqual([
      { role: 'user', content: 'q' },
      {
        role: 'assistant',
        content: 'I look.',
        toolCalls: [
          { id: 'a', name: 'look', arguments: '{"x":1}' },
          // Providers refuse arguments that are not JSON.
          { id: 'b', name: 'look', arguments: '{"not_json":"{broken"}' },
        ],
      },
      { role: 'tool', toolCallId: 'a', content: 'status: ok\n<data mark-1>\nfound\n</data mark-1>' },
      { role: 'tool', toolCallId: 'b', content: 'status: denied\nno' },
    ]);
  });

  test('contain the answers of the user unchanged', () => {
    const answer = said('assistant', '');
    const told = conversation(
      [said('user', 'q'), answer, result('a', 'Vega', { tool_name: 'ask_user' })],
      [called(answer, 'a')],
      10_000,
    );
    expect(told.at(-1)?.content).toBe('status: ok\nVega');
  });

  test('asks to continue an incomplete answer, and later joins both parts', () => {
    const begun = [said('user', 'q'), said('assistant', 'So I ', { is_cut: true })];
    const told = conversation(begun, [], 10_000);
    expect(told.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(told[2]?.content).toMatch(/Continue exactly where it ended/);
    const whole = conversation([...begun, said('assistant', 'begin.'), said('user', 'q2')], [], 10_000);
    expect(whole.map(({ content }) => content)).toEqual(['q', 'So I begin.', 'q2']);
    // An answer that the user stopped is sent unchanged.
    const stopped = conversation([...begun, said('user', 'q2')], [], 10_000);
    expect(stopped.map(({ content }) => content)).toEqual(['q', 'So I ', 'q2']);
  });
});

/** Each exchange has a question, calls with results, and an answer. */
const exchanges = fc.array(
  fc.record({ question: fc.string({ maxLength: 50 }), outputs: fc.array(fc.nat(3_000), { maxLength: 4 }) }),
  { minLength: 1, maxLength: 8 },
);

test('a conversation that is too long loses its oldest outputs and exchanges, never half of a call or the last question', () => {
  fc.assert(
    fc.property(exchanges, fc.integer({ min: 200, max: 8_000 }), (all, maxChars) => {
      const calls: StoredCall[] = [];
      const messages = [said('system', 'rules')];
      for (const [turn, { question, outputs }] of all.entries()) {
        messages.push(said('user', `${turn}: ${question}`));
        for (const [n, length] of outputs.entries()) {
          const answer = said('assistant', '');
          calls.push(called(answer, `${turn}-${n}`));
          messages.push(answer, result(`${turn}-${n}`, 'x'.repeat(length)));
        }
        if (turn < all.length - 1) messages.push(said('assistant', 'answer'));
      }
      const told = conversation(messages, calls, maxChars);
      const asked = told.flatMap((one) => (one.role === 'assistant' ? (one.toolCalls ?? []).map(({ id }) => id) : []));
      expect(told.flatMap((one) => (one.role === 'tool' ? [one.toolCallId] : []))).toEqual(asked);
      expect(told[0]).toEqual({ role: 'system', content: 'rules' });
      const last = `${all.length - 1}: ${all.at(-1)?.question ?? ''}`;
      expect(told.some(({ role, content }) => role === 'user' && content === last)).toBe(true);
      const whole = conversation(messages, calls, Infinity);
      if (lengthOf(whole) <= maxChars) expect(told).toEqual(whole);
      // The conversation may exceed the limit only if it has nothing before the last question.
      else if (lengthOf(told) > maxChars) expect(told.filter(({ role }) => role === 'user')).toHaveLength(1);
    }),
  );
});
