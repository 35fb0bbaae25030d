import type { NoteRecord } from '@almagest/contracts/literature';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { givenFound, readLibrary } from './papers.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ worker: false });
});
afterAll(async () => {
  await world.close();
});

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
  test('is written, listed, changed and removed, and puts its paper into the library', async () => {
    const { bibcode } = await givenFound(world, 'stone1991');
    expect(await list(bibcode)).toEqual([]);
    const note = await add('10.5555/apj.1991.1381.412');
    expect(note).toEqual({
      id: expect.any(Number),
      bibcode,
      ...NOTE,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect((await readLibrary(world)).map((paper) => paper.bibcode)).toContain(bibcode);
    expect(await list(bibcode)).toEqual([note]);
    const patch = (change: object) => world.call('patch', '/api/notes').send({ id: note.id, ...change });
    await patch({ note_text: 'seen' }).expect(200, { ...note, note_text: 'seen' });
    await patch({ highlight_color: 'pink' }).expect(200, { ...note, note_text: 'seen', highlight_color: 'pink' });
    await patch({}).expect(200, { ...note, note_text: 'seen', highlight_color: 'pink' });
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

  test('has any text that can be written, byte for byte', async () => {
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

  test('stands in the list by its paragraph, and by its time within one', async () => {
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
  ])('is not changed to %j', async (change) => {
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
  ])('keeps what is not the caller’s to change: %s is refused by name', async (key, value) => {
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

/** A paper's page whose paragraphs are these. */
function page(paragraphs: readonly string[]): Buffer {
  const text = paragraphs.map(
    (paragraph, index) => `<div class="ltx_para" id="p${index}"><p class="ltx_p">${paragraph}</p></div>`,
  );
  return Buffer.from(
    `<!DOCTYPE html><html><body><article class="ltx_document"><h1 class="ltx_title">Winds</h1>${text.join('\n')}</article></body></html>`,
  );
}

const PARAGRAPHS = ['masses', 'radii', 'winds', 'discs', 'clusters'].map(
  (subject) =>
    `In this part we discuss the ${subject} of our stars, which were measured with two spectrographs in six nights.`,
);

describe('a note on a paragraph, when its paper is parsed anew,', () => {
  async function parse(bibcode: string, paragraphs: readonly string[]): Promise<string[]> {
    await world
      .call('post', '/api/upload')
      .field('bibcode', bibcode)
      .field('type', 'html')
      .attach('file', page(paragraphs), 'f')
      .expect(200);
    await world.call('post', '/api/parse').send({ bibcode, force: true }).expect(200);
    // Where the paragraphs stand in the reader's list of blocks.
    const blocks = await world.sql<{ text: string }>(
      'select text from block join paper on paper.id = paper_id where bibcode = $1 order by position',
      [bibcode],
    );
    return blocks.map(({ text }) => text);
  }

  /** A paper parsed with these paragraphs, and a note on the one about winds. */
  async function givenNoteOnWinds(key: string, selected_text: string) {
    const { bibcode } = await givenFound(world, key);
    const texts = await parse(bibcode, PARAGRAPHS);
    const paragraph_index = texts.findIndex((text) => text.includes('winds of our stars'));
    expect(paragraph_index).toBeGreaterThan(0);
    return { bibcode, note: await add(bibcode, { paragraph_index, selected_text }) };
  }

  test('stays where it is when nothing has changed', async () => {
    const { bibcode, note } = await givenNoteOnWinds('hakala1993', 'measured with two spectrographs');
    await parse(bibcode, PARAGRAPHS);
    expect(await list(bibcode)).toEqual([note]);
  });

  test('moves with its paragraph', async () => {
    const { bibcode, note } = await givenNoteOnWinds('petrov1990', '');
    const texts = await parse(bibcode, [
      'A new paragraph comes first, and speaks of the weather.',
      ...PARAGRAPHS.toReversed(),
    ]);
    const [moved] = await list(bibcode);
    expect(moved).toEqual({ ...note, paragraph_index: texts.findIndex((text) => text.includes('winds of our stars')) });
    expect(moved?.paragraph_index).not.toBe(note.paragraph_index);
  });

  test('moves with its quote when the words around it have changed', async () => {
    const { bibcode, note } = await givenNoteOnWinds('whitaker1994', 'the winds  of our stars');
    const changed = PARAGRAPHS.toReversed().map((text) =>
      text.replace('In this part we discuss', 'Here we show').replace('six', 'nine'),
    );
    const texts = await parse(bibcode, changed);
    expect(await list(bibcode)).toEqual([
      { ...note, paragraph_index: texts.findIndex((text) => text.includes('winds of our stars')) },
    ]);
  });

  test('is on no paragraph when its text is gone, and comes back with it', async () => {
    const { bibcode, note } = await givenNoteOnWinds('ozdemir1995', 'the winds of our stars');
    const without = PARAGRAPHS.filter((text) => !text.includes('winds'));
    await parse(bibcode, without);
    const lost = { ...note, paragraph_index: -1 };
    expect(await list(bibcode)).toEqual([lost]);
    await world
      .call('patch', '/api/notes')
      .send({ id: note.id, note_text: 'still mine' })
      .expect(200, { ...lost, note_text: 'still mine' });
    await parse(bibcode, without.toReversed());
    expect(await list(bibcode)).toEqual([{ ...lost, note_text: 'still mine' }]);
    const texts = await parse(bibcode, PARAGRAPHS.toReversed());
    const paragraph_index = texts.findIndex((text) => text.includes('winds of our stars'));
    expect(await list(bibcode)).toEqual([{ ...note, paragraph_index, note_text: 'still mine' }]);
  });

  test('is on no paragraph rather than on a wrong one, when many have its quote or it has none', async () => {
    const { bibcode, note } = await givenNoteOnWinds('ulrich2001', 'measured with two spectrographs');
    const quoteless = await add(bibcode, { paragraph_index: note.paragraph_index, selected_text: '' });
    await parse(
      bibcode,
      PARAGRAPHS.filter((text) => !text.includes('winds'))
        .map((text, index) => `${text} Part ${index}.`)
        .toReversed()
        .slice(1),
    );
    const notes = await list(bibcode);
    expect(notes.map(({ id, paragraph_index }) => [id, paragraph_index])).toEqual([
      [note.id, -1],
      [quoteless.id, -1],
    ]);
  });

  test('that was written before any parse finds its quote', async () => {
    const { bibcode } = await givenFound(world, 'gutierrez2020');
    const [early, vague] = [
      await add(bibcode, { selected_text: 'the discs of our stars' }),
      await add(bibcode, { selected_text: '' }),
    ];
    const texts = await parse(bibcode, PARAGRAPHS);
    expect(await list(bibcode)).toEqual([
      { ...early, paragraph_index: texts.findIndex((text) => text.includes('discs of our stars')) },
      { ...vague, paragraph_index: -1 },
    ]);
  });

  test('is among all that survives a mark, a forced download and a failed parse', async () => {
    const { bibcode, note } = await givenNoteOnWinds('chaudhary2019', 'the winds of our stars');
    await world.call('post', '/api/no_resource').send({ bibcode }).expect(200);
    await world.call('post', '/api/parse').send({ bibcode, force: true }).expect(400);
    expect(await list(bibcode)).toEqual([note]);
    await world.call('post', '/api/download').send({ bibcode, force: true }).expect(200);
    await world.call('post', '/api/parse').send({ bibcode, force: true }).expect(200);
    expect(await list(bibcode)).toEqual([{ ...note, paragraph_index: -1 }]);
  });
});
