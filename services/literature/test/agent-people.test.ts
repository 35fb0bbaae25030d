import type {
  AgentMetrics,
  AuditEntry,
  NoteRecord,
  ObjectSharing,
  PendingQuestion,
  SessionDetail,
} from '@almagest/contracts/literature';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { ofKind, openAgentStream } from './agent-calls.ts';
import { GOOD } from './good-requests.ts';
import { useGroup } from './group-world.ts';
import { BUILT_IN } from './people.ts';

const { world, people, given, as, call, addMember } = useGroup();

/** Asks the agent and waits for the end of the run. */
async function ask(name: string, question: string, session_id: string | null = null) {
  const stream = await openAgentStream(world.url, { question, session_id }, as(name));
  return { id: stream.sessionId, events: await stream.ended };
}

async function givenNote(name: string, note_text: string): Promise<string> {
  const { body } = await call(as(name), 'post', '/api/notes', {
    ...GOOD.addNote,
    bibcode: given.bibcode,
    note_text,
  }).expect(200);
  return String((body as NoteRecord).id);
}

const share = (name: string, kind: string, id: string, access: 'read' | 'edit') => {
  const sharing: ObjectSharing = { with: 'group', group_id: given.group.id, access };
  return call(as(name), 'put', '/api/sharing', { kind, id, sharing }).expect(200);
};

async function openQuestions(name: string, sessionId: string): Promise<string[]> {
  const { body } = await call(as(name), 'get', '/api/chat/questions').expect(200);
  return (body as PendingQuestion[]).flatMap(({ id, session_id }) => (session_id === sessionId ? [id] : []));
}

const noteOf = (note_text: string) => ({
  name: 'add_note',
  arguments: { bibcode: given.bibcode, paragraph_index: 0, note_text },
});
const answer = (name: string, question_id = '') =>
  call(as(name), 'post', '/api/chat/answer', { question_id, answer: 'allow' });

test('questions of a session are seen by its readers, and answered only by those who may change it', async () => {
  world.lab.setScript([
    { when: 'Write it', tool_calls: [noteOf('by the agent')] },
    { when: 'is written', text: 'It is written.' },
  ]);
  const { id } = await ask('ada', 'Write it down');
  const [question] = await openQuestions('ada', id);
  expect(question).toBeDefined();
  const allow = (name: string) =>
    call(as(name), 'post', `/api/chat/sessions/${id}/permissions`, { question_id: question });
  const continued = (name: string) => call(as(name), 'post', '/api/chat/agent', { question: 'more', session_id: id });
  const expectRefused = async (name: string, status: number) => {
    const forbid = call(as(name), 'delete', `/api/chat/sessions/${id}/permissions/add_note`);
    for (const attempt of [answer(name, question), allow(name), continued(name), forbid]) await attempt.expect(status);
  };
  await share('ada', 'session', id, 'read');
  expect([await openQuestions('ben', id), await openQuestions('cy', id)]).toEqual([[question], []]);
  await expectRefused('ben', 403);
  await expectRefused('cy', 404);
  await share('ada', 'session', id, 'edit');
  await expectRefused('ben', 403);
  await addMember('ben', 'editor');
  await answer('ben', question).expect(200);
  await addMember('ben', 'member');
});

test('the agent of a shared session reads only notes that all its readers may read', async () => {
  world.lab.setScript([
    { when: 'What did I note', times: 3, tool_calls: [{ name: 'list_notes', arguments: { bibcode: given.bibcode } }] },
    { when: 'paragraph 0', times: 2, text: 'You noted something.' },
    { when: 'no notes', text: 'You noted nothing.' },
    { when: 'Begin', text: 'Begun.' },
  ]);
  await givenNote('ada', 'xq private');
  await share('ada', 'note', await givenNote('ada', 'xq shared'), 'read');
  const { id } = await ask('ada', 'Begin');
  const outputs = async (name = 'ada') => {
    const { events } = await ask(name, 'What did I note?', id);
    return ofKind(events, 'tool_result').map(({ output }) => [...output.matchAll(/xq \w+/g)].map(String));
  };
  expect(await outputs()).toEqual([['xq private', 'xq shared']]);
  // A model may invent names of tools from private words, so the names are private.
  const { body: metrics } = await call(as('cy'), 'get', '/api/chat/metrics').expect(200);
  expect((metrics as AgentMetrics).tool_call_breakdown).not.toHaveProperty('list_notes');
  await share('ada', 'session', id, 'edit');
  expect(await outputs()).toEqual([['xq shared']]);
  await addMember('ben', 'editor');
  await call(BUILT_IN, 'delete', `/api/groups/${given.group.id}/members/${people.get('ada')?.id}`).expect(200);
  // Ada still reads the session, but no longer the group's notes.
  expect(await outputs('ben')).toEqual([[]]);
  await addMember('ada', 'editor');
});

test('a call of a person who may no longer use the service is not run', async () => {
  world.lab.setScript([
    { when: 'Write it', tool_calls: [noteOf('of the disabled')] },
    { when: 'Begin', text: 'Begun.' },
    { when: 'no longer use', text: 'It could not be written.' },
  ]);
  const { id } = await ask('ada', 'Begin');
  await share('ada', 'session', id, 'edit');
  await addMember('ben', 'editor');
  await ask('ben', 'Write it down', id);
  const [question] = await openQuestions('ada', id);
  await call(BUILT_IN, 'patch', `/api/people/${people.get('ben')?.id}`, { disabled: true }).expect(200);
  await answer('ada', question).expect(200);
  await until(async () => {
    const { body } = await call(as('ada'), 'get', `/api/chat/sessions/${id}`).expect(200);
    return (body as SessionDetail).status === 'completed';
  }, 'the end of the run');
  const { body } = await call(as('ada'), 'get', `/api/chat/sessions/${id}/audit`).expect(200);
  expect((body as AuditEntry[]).map(({ status, output_preview }) => [status, output_preview])).toEqual([
    ['error', 'the person who asked may no longer use the service'],
  ]);
  expect(await world.sql(`select from note where note_text = 'of the disabled'`)).toEqual([]);
});

test('a stream ends when its reader may no longer see the session', async () => {
  world.lab.setFault('provider.chat', { kind: 'hold' });
  const own = await openAgentStream(world.url, { question: 'Begin', session_id: null }, as('ada'));
  const { sessionId: id } = own;
  await share('ada', 'session', id, 'read');
  await addMember('cy', 'member');
  const headers = { ...as('cy'), 'last-event-id': '0' };
  const read = await openAgentStream(world.url, { question: 'again', session_id: id }, headers);
  await call(as('ada'), 'put', '/api/sharing', { kind: 'session', id, sharing: null }).expect(200);
  expect(ofKind(await read.ended, 'done')).toEqual([]);
  world.lab.clearFaults();
  await own.ended;
});
