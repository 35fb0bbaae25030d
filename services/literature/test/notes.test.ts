import type { NoteRecord } from '@almagest/contracts/literature';
import { describe, expect, test } from '@jest/globals';
import { givenFound, readLibrary } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

const NOTE = { paragraph_index: 2, note_text: 'look again', highlight_color: 'green', selected_text: 'a quote' };

async function add(bibcode: string, more: object = {}): Promise<NoteRecord> {
  const { body } = await world
    .call('post', '/api/notes')
    .send({ bibcode, ...NOTE, ...more })
    .expect(200);
  return body as NoteRecord;
}

async function list(bibcode: string): Promise<NoteRecord[]> {
  return (await world.call('get', '/api/notes').query({ bibcode }).expect(200)).body as NoteRecord[];
}

describe('a note', () => {
  test('is created, listed, changed and removed, and adds its paper to the library', async () => {
    const { bibcode } = await givenFound(world, 'stone1991');
    expect(await list(bibcode)).toEqual([]);
    const note = await add('10.5555/apj.1991.1381.412');
    expect(note).toEqual({
      id: expect.any(Number),
      bibcode,
      file_id: null,
      ...NOTE,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      anchor: 'unchecked',
      paragraph_text: '',
      side: 'original',
      passage: null,
    });
    expect((await readLibrary(world)).map((paper) => paper.bibcode)).toContain(bibcode);
    expect(await list(bibcode)).toEqual([note]);
    const patch = (change: object) => world.call('patch', '/api/notes').send({ id: note.id, ...change });
    await patch({ note_text: 'seen' }).expect(200, { ...note, note_text: 'seen' });
    await patch({ highlight_color: 'pink' }).expect(200, { ...note, note_text: 'seen', highlight_color: 'pink' });
    await patch({}).expect(200, { ...note, note_text: 'seen', highlight_color: 'pink' });
    await patch({ note_text: 'late', text_before: 'older' }).expect(409, /has been changed/);
    const again = { ...note, note_text: 'again', highlight_color: 'pink' };
    // The second request repeats the first, as if its response was lost.
    for (const _ of [1, 2]) await patch({ note_text: 'again', text_before: 'seen' }).expect(200, again);
    await patch({ note_text: '' }).expect(200, { ...note, note_text: '', highlight_color: 'pink' });
    await world.call('delete', '/api/notes').query({ id: note.id }).expect(200, { status: 'success' });
    expect(await list(bibcode)).toEqual([]);
    for (const answer of [
      await world.call('delete', '/api/notes').query({ id: note.id }),
      await patch({ note_text: 'again' }),
    ]) {
      expect(answer.type).toBe('text/plain');
      expect([answer.status, answer.text]).toEqual([404, `there is no note ${note.id}`]);
    }
  });

  test('keeps any text, byte for byte', async () => {
    const { bibcode } = await givenFound(world, 'stone1991');
    for (const text of [
      '',
      ' \n\t ',
      '<script>alert(1)</script>',
      "Robert'); drop table note;--",
      '★ ζ Pup 𝛼 👩‍🔬 é',
      '\\u0000 "',
      'x'.repeat(100_000),
    ]) {
      const { id, note_text, selected_text } = await add(bibcode, { note_text: text, selected_text: text });
      expect([note_text, selected_text]).toEqual([text, text]);
      expect((await list(bibcode)).find((note) => note.id === id)).toMatchObject({ note_text: text });
    }
  });

  test('is listed in the order of paragraphs, then by time', async () => {
    const { bibcode } = await givenFound(world, 'ulrich1989');
    const written: number[] = [];
    for (const paragraph_index of [7, 0, 3, 7, 0]) written.push((await add(bibcode, { paragraph_index })).id);
    const [a, b, c, d, e] = written;
    expect((await list(bibcode)).map(({ id }) => id)).toEqual([b, e, c, a, d]);
  });

  test.each([
    ['highlight_color', 'red'],
    ['highlight_color', ''],
    ['highlight_color', undefined],
    ['highlight_color', 'Green'],
    ['paragraph_index', -1],
    ['paragraph_index', 1.5],
    ['paragraph_index', '2'],
    ['paragraph_index', undefined],
    ['paragraph_index', 1_000_001],
    ['note_text', undefined],
    ['note_text', 7],
    ['note_text', 'a\0b'],
    ['note_text', 'x'.repeat(100_001)],
    ['selected_text', null],
    ['selected_text', 'a\0b'],
    ['bibcode', ''],
  ])('with %s %j is refused, and none is written', async (field, value) => {
    const { bibcode } = await givenFound(world, 'mueller1999');
    const answer = await world.call('post', '/api/notes').send({ bibcode, ...NOTE, [field]: value });
    expect([answer.status, answer.type]).toEqual([400, 'text/plain']);
    expect(answer.text).toContain(field);
    expect(await list(bibcode)).toEqual([]);
  });

  test.each([
    { note_text: 'a\0b' },
    { highlight_color: 'red' },
    { note_text: 7 },
    { id: 0 },
    { id: 'x' },
    { id: 2_147_483_648 },
    { id: 1e300 },
  ])('cannot be changed to %j', async (change) => {
    const { bibcode } = await givenFound(world, 'xu2009');
    const note = await add(bibcode);
    const answer = await world.call('patch', '/api/notes').send({ id: note.id, ...change });
    expect([answer.status, answer.type]).toEqual([400, 'text/plain']);
    expect(await list(bibcode)).toContainEqual(note);
  });

  test.each([
    ['position', -7],
    ['paragraph_index', 3],
    ['created_at', '1999-01-01T00:00:00Z'],
    ['paper_id', 1],
    ['selected_text', 'other words'],
    ['text_hash', ''],
    ['nonsense', 1],
  ])('refuses changes to the field %s by name', async (key, value) => {
    const { bibcode } = await givenFound(world, 'xu2009');
    const note = await add(bibcode);
    const columns = () => world.sql('select * from note where id = $1', [note.id]);
    const before = await columns();
    const answer = await world.call('patch', '/api/notes').send({ id: note.id, note_text: 'mine', [key]: value });
    expect([answer.status, answer.type, answer.text]).toEqual([400, 'text/plain', expect.stringContaining(`"${key}"`)]);
    expect(await columns()).toEqual(before);
  });

  test.each(['', '0', '-1', 'x', '1.5', '2147483648', '99999999999999999999'])(
    'is not removed by the id "%s"',
    async (id) => {
      const answer = await world.call('delete', '/api/notes').query({ id });
      expect([answer.status, answer.type]).toEqual([400, 'text/plain']);
      expect(answer.text).toContain('id');
    },
  );
});
