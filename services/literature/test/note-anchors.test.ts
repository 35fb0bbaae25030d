import type { NoteRecord } from '@almagest/contracts/literature';
import { describe, expect, test } from '@jest/globals';
import { givenFound } from './papers.ts';
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

/** Returns a page with these paragraphs. */
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

describe('a note on a paragraph, after its paper is parsed again,', () => {
  async function parse(bibcode: string, paragraphs: readonly string[]): Promise<string[]> {
    await world
      .call('post', '/api/upload')
      .field('bibcode', bibcode)
      .field('type', 'html')
      .attach('file', page(paragraphs), 'f')
      .expect(200);
    await world.call('post', '/api/parse').send({ bibcode, force: true }).expect(200);
    // The positions of the paragraphs in the reader's list of blocks.
    const blocks = await world.sql<{ text: string }>(
      'select text from block join paper on paper.id = paper_id where bibcode = $1 order by position',
      [bibcode],
    );
    return blocks.map(({ text }) => text);
  }

  /** Parses a paper with these paragraphs, and adds a note to the paragraph about winds. */
  async function givenNoteOnWinds(key: string, selected_text: string) {
    const { bibcode } = await givenFound(world, key);
    const texts = await parse(bibcode, PARAGRAPHS);
    const paragraph_index = texts.findIndex((text) => text.includes('winds of our stars'));
    expect(paragraph_index).toBeGreaterThan(0);
    return { bibcode, note: await add(bibcode, { paragraph_index, selected_text }) };
  }

  test('stays in place if the text is unchanged', async () => {
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

  test('moves with its quote if the words around it have changed', async () => {
    const { bibcode, note } = await givenNoteOnWinds('whitaker1994', 'the winds  of our stars');
    const changed = PARAGRAPHS.toReversed().map((text) =>
      text.replace('In this part we discuss', 'Here we show').replace('six', 'nine'),
    );
    const texts = await parse(bibcode, changed);
    expect(await list(bibcode)).toEqual([
      { ...note, paragraph_index: texts.findIndex((text) => text.includes('winds of our stars')) },
    ]);
  });

  test('has no paragraph while its text is missing, and returns to it with the text', async () => {
    const { bibcode, note } = await givenNoteOnWinds('ozdemir1995', 'the winds of our stars');
    const without = PARAGRAPHS.filter((text) => !text.includes('winds'));
    await parse(bibcode, without);
    const lost = { ...note, paragraph_index: -1, anchor: 'lost' };
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

  test('has no paragraph rather than a wrong one if its quote is ambiguous or empty', async () => {
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

  test('finds its quote, even if it was written before the first parse', async () => {
    const { bibcode } = await givenFound(world, 'gutierrez2020');
    const [early, vague] = [
      await add(bibcode, { selected_text: 'the discs of our stars' }),
      await add(bibcode, { selected_text: '' }),
    ];
    const texts = await parse(bibcode, PARAGRAPHS);
    expect(await list(bibcode)).toEqual([
      { ...early, paragraph_index: texts.findIndex((text) => text.includes('discs of our stars')), anchor: 'exact' },
      { ...vague, paragraph_index: -1, anchor: 'lost' },
    ]);
  });

  test('survives a mark, a forced download and a failed parse', async () => {
    const { bibcode, note } = await givenNoteOnWinds('chaudhary2019', 'the winds of our stars');
    await world.call('post', '/api/no_resource').send({ bibcode }).expect(200);
    await world.call('post', '/api/parse').send({ bibcode, force: true }).expect(400);
    expect(await list(bibcode)).toEqual([note]);
    await world.call('post', '/api/download').send({ bibcode, force: true }).expect(200);
    await world.call('post', '/api/parse').send({ bibcode, force: true }).expect(200);
    expect(await list(bibcode)).toEqual([{ ...note, paragraph_index: -1, anchor: 'lost' }]);
  });

  test.each(['', 'two spectrographs in six'])(
    'stays on its paragraph if a number has changed, and is marked as moved (selected: "%s")',
    async (selected) => {
      const { bibcode, note } = await givenNoteOnWinds(selected === '' ? 'nakamura1997' : 'jorgensen2003', selected);
      expect(note).toMatchObject({ anchor: 'exact', paragraph_text: expect.stringContaining('winds of our stars') });
      // Simulates a new version of a preprint: a new paragraph, and a changed number in the note's paragraph.
      const revised = ['This version answers the referee.', ...PARAGRAPHS].map((text) =>
        text.includes('winds') ? text.replace('six nights', '17 nights') : text,
      );
      const texts = await parse(bibcode, revised);
      const paragraph_index = texts.findIndex((text) => text.includes('winds of our stars'));
      const moved = { ...note, paragraph_index, anchor: 'moved' };
      expect(await list(bibcode)).toEqual([moved]);
      // The comparison also uses the text that the note moved to.
      await parse(bibcode, revised.toReversed());
      expect(await list(bibcode)).toMatchObject([{ anchor: 'moved' }]);
      const restored = await parse(bibcode, PARAGRAPHS);
      expect(await list(bibcode)).toEqual([
        { ...note, paragraph_index: restored.findIndex((text) => text.includes('winds of our stars')) },
      ]);
    },
  );

  test('is lost if two paragraphs are equally similar', async () => {
    const { bibcode, note } = await givenNoteOnWinds('swiatek2000', 'two spectrographs in six');
    const [winds = ''] = PARAGRAPHS.filter((text) => text.includes('winds'));
    const between = 'Something else is said here, and at some length. '.repeat(8);
    const [seven = '', eight = ''] = ['seven', 'eight'].map((nights) => winds.replace('six', nights));
    await parse(bibcode, [between, seven, between, eight, between]);
    expect(await list(bibcode)).toEqual([{ ...note, paragraph_index: -1, anchor: 'lost' }]);
  });

  test('is refused on an unknown paragraph, and on words that the paragraph does not contain', async () => {
    const { bibcode } = await givenFound(world, 'quist2017');
    const texts = await parse(bibcode, PARAGRAPHS);
    const send = (note: object) => world.call('post', '/api/notes').send({ bibcode, ...NOTE, ...note });
    const beyond = await send({ paragraph_index: texts.length, selected_text: '' });
    expect([beyond.status, beyond.type]).toEqual([400, 'text/plain']);
    expect(beyond.text).toBe(
      `paragraph_index: ${bibcode} has no paragraph ${texts.length}. It has paragraphs 0 to ${texts.length - 1}`,
    );
    const at = texts.findIndex((text) => text.includes('winds'));
    for (const selected_text of ['the radii of our stars', 'winds of their stars', `${texts[at]} more`]) {
      const other = await send({ paragraph_index: at, selected_text });
      expect([other.status, other.type]).toEqual([400, 'text/plain']);
      expect(other.text).toContain(`selected_text: these words are not in paragraph ${at} of ${bibcode}`);
    }
    expect(await list(bibcode)).toEqual([]);
    for (const selected_text of ['', 'winds of our stars', 'the *Winds*\n of\u00a0our', texts[at]])
      await send({ paragraph_index: at, selected_text }).expect(200);
    expect((await list(bibcode)).map(({ anchor }) => anchor)).toEqual(['exact', 'exact', 'exact', 'exact']);
  });

  test('returns to its place in the current text if its deletion is undone', async () => {
    const { bibcode, note } = await givenNoteOnWinds('laurent1999', 'the winds of our stars');
    await world.call('delete', '/api/notes').query({ id: note.id }).expect(200);
    expect(await list(bibcode)).toEqual([]);
    const restore = () => world.call('post', '/api/notes/restore').send({ id: note.id });
    await restore().expect(200, note);
    expect(await list(bibcode)).toEqual([note]);
    await restore().expect(404, `there is no deleted note ${note.id}`);
    await world.call('delete', '/api/notes').query({ id: note.id }).expect(200);
    const texts = await parse(bibcode, ['One paragraph more comes first.', ...PARAGRAPHS.toReversed()]);
    const paragraph_index = texts.findIndex((text) => text.includes('winds of our stars'));
    await restore().expect(200, { ...note, paragraph_index });
    await world.call('delete', '/api/notes').query({ id: note.id }).expect(200);
    await parse(
      bibcode,
      PARAGRAPHS.filter((text) => !text.includes('winds')),
    );
    await restore().expect(200, { ...note, paragraph_index: -1, anchor: 'lost' });
  });

  test('on a translation quotes the translation and stays with its paragraph, and a passage keeps its name', async () => {
    const { bibcode } = await givenFound(world, 'petrov2018');
    const texts = await parse(bibcode, PARAGRAPHS);
    const paragraph_index = texts.findIndex((text) => text.includes('winds'));
    await world.call('post', '/api/translate').send({ bibcode }).expect(200);
    const [translated] = await world.sql<{ text: string }>(
      `select t.text from translated_block t join paper on paper.id = paper_id where bibcode = $1 and position = $2`,
      [bibcode, paragraph_index],
    );
    const selected_text = translated?.text.slice(3, 40) ?? '';
    const on = { paragraph_index, selected_text, passage: 'one-2' };
    const refused = await world.call('post', '/api/notes').send({ bibcode, ...NOTE, ...on });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('these words are not in paragraph')]);
    const note = await add(bibcode, { ...on, side: 'translation' });
    expect(note).toMatchObject({ side: 'translation', passage: 'one-2', selected_text, anchor: 'exact' });
    const moved = await parse(bibcode, PARAGRAPHS.toReversed());
    expect(await list(bibcode)).toEqual([
      { ...note, paragraph_index: moved.findIndex((text) => text.includes('winds')) },
    ]);
  });

  test('made in a PDF is first located in the text', async () => {
    const { bibcode } = await givenFound(world, 'tanaka2012');
    const texts = await parse(bibcode, PARAGRAPHS);
    const paragraph_index = texts.findIndex((text) => text.includes('winds'));
    const locate = async (text: string) =>
      (await world.call('post', '/api/paper/locate').send({ bibcode, text, near: paragraph_index }).expect(200))
        .body as object;
    expect(await locate('the WINDS of our\nstars, which were meas-\nured')).toEqual({
      passages: [{ paragraph_index, selected_text: 'the winds of our stars, which were measured' }],
    });
    expect(await locate('nothing of the kind is said')).toEqual({ passages: [] });
  });
});
