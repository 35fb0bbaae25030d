import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocatedPassages, NoteRecord, PaperFile, PaperFiles, PaperOutline } from '@almagest/contracts/literature';
import { describe, expect, test } from '@jest/globals';
import { importFile } from './import-calls.ts';
import { pathOf, stagedFiles } from './library-files.ts';
import { givenFound, readLibrary } from './papers.ts';
import { printedPdf } from './printed-pdf.ts';
import { changeRows } from './table-lock.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

const q = encodeURIComponent;
const filesOf = async (bibcode: string) =>
  ((await world.call('get', `/api/papers/files?bibcode=${q(bibcode)}`).expect(200)).body as PaperFiles).files;
const change = (id: number | undefined, body: object) => world.call('patch', `/api/papers/files/${id}`).send(body);
const parse = async (bibcode: string) =>
  ((await world.call('post', '/api/parse').send({ bibcode }).expect(200)).body as { markdown: string }).markdown;
const notesOf = async (bibcode: string) =>
  (await world.call('get', `/api/notes?bibcode=${q(bibcode)}`).expect(200)).body as NoteRecord[];
const outlineOf = async (bibcode: string) =>
  (await world.call('get', `/api/paper/outline?bibcode=${q(bibcode)}`).expect(200)).body as PaperOutline;
const add = (bibcode: string, file: Buffer, parts: Readonly<Record<string, string>> = {}) => {
  const call = world.call('post', '/api/papers/files').field('bibcode', bibcode).field('type', 'pdf');
  for (const [name, value] of Object.entries(parts)) void call.field(name, value);
  return call.attach('file', file, 'paper.pdf');
};

async function given(title: string): Promise<string> {
  const { entries } = await importFile(world, `@article{x, title = {${title}}, author = {Fox, F.}, year = 2001}`);
  return entries[0]?.bibcode ?? '';
}

const draft = (title: string, sentence: string) =>
  printedPdf([sentence, 'The winds of hot stars are driven by lines.', title, 'F. Fox']);

describe('files of a paper', () => {
  test('are listed with their versions, and each is served by its id', async () => {
    const bibcode = await given('Several files');
    const [one, two] = [draft('Several files', 'A first draft.'), draft('Several files', 'A second draft.')];
    await add(bibcode, one, { label: 'my draft' }).expect(200);
    await add(bibcode, two, { version: 'preprint', preprint_version: '2' }).expect(200);
    // The same content is the same file.
    await add(bibcode, two, { version: 'published' }).expect(200);
    const files = await filesOf(bibcode);
    expect(
      files.map(({ version, preprint_version, label, is_chosen, is_upload, size_bytes }) => [
        version,
        preprint_version,
        label,
        is_chosen,
        is_upload,
        size_bytes,
      ]),
    ).toEqual([
      ['published', null, '', false, true, two.length],
      ['own', null, 'my draft', true, true, one.length],
    ]);
    const sent = async (more = '') => {
      const { body } = await world.call('get', `/api/papers/file?bibcode=${q(bibcode)}&type=pdf${more}`).expect(200);
      return body as Buffer;
    };
    expect(Buffer.compare(await sent(), one)).toBe(0);
    expect(Buffer.compare(await sent(`&file=${files[0]?.id}`), two)).toBe(0);
    const part = await world
      .call('get', `/api/papers/file?bibcode=${q(bibcode)}&type=pdf&file=${files[0]?.id}`)
      .set('Range', 'bytes=0-3')
      .expect(206);
    expect(part.headers['content-security-policy']).toContain('sandbox');
    const described = await world
      .call('head', `/api/papers/file?bibcode=${q(bibcode)}&type=pdf`)
      .set('Range', 'bytes=0-3')
      .expect(200);
    expect(described.headers['content-length']).toBe(String(one.length));
    // A suffix longer than the file returns the whole file.
    await world
      .call('get', `/api/papers/file?bibcode=${q(bibcode)}&type=pdf`)
      .set('Range', 'bytes=-99999999')
      .expect(206)
      .expect('Content-Length', String(one.length));
    const { body: end } = await world
      .call('get', `/api/papers/file?bibcode=${q(bibcode)}&type=pdf`)
      .set('Range', 'bytes=-7')
      .expect(206)
      .expect('Content-Range', `bytes ${one.length - 7}-${one.length - 1}/${one.length}`);
    expect(Buffer.compare(end as Buffer, one.subarray(-7))).toBe(0);
    await world
      .call('get', `/api/papers/file?bibcode=${q(bibcode)}&type=pdf`)
      .set('Range', 'bytes=-0')
      .expect(416);
    const other = await given('Another paper');
    await world.call('get', `/api/papers/file?bibcode=${q(other)}&type=pdf&file=${files[0]?.id}`).expect(404);
    await world.call('get', `/api/papers/file?bibcode=${q(bibcode)}&type=html&file=${files[0]?.id}`).expect(404);
    await add(bibcode, one, { version: 'draft' }).expect(400, /version/);
    await add(bibcode, one, { version: 'published', preprint_version: '2' }).expect(400, /not a preprint/);
    await add(bibcode, Buffer.from('no pdf')).expect(400);
  });

  test('notes and the translation return when their file is selected again', async () => {
    const bibcode = await given('Chosen files');
    const own = 'Only the draft says that porosity lowers the opacity of the wind considerably.';
    await add(bibcode, draft('Chosen files', own), { label: 'draft' }).expect(200);
    await parse(bibcode);
    const { passages } = (
      await world.call('post', '/api/paper/locate').send({ bibcode, text: 'porosity lowers' }).expect(200)
    ).body as LocatedPassages;
    const at = passages[0]?.paragraph_index;
    await world
      .call('post', '/api/notes')
      .send({ bibcode, paragraph_index: at, note_text: 'n', highlight_color: 'pink', selected_text: 'porosity lowers' })
      .expect(200);
    const other = await given('Another paper');
    await add(other, draft('Another paper', 'It has no translation.')).expect(200);
    const translated = (await world.call('post', '/api/translate').send({ bibcode }).expect(200)).body as unknown;
    await add(bibcode, draft('Chosen files', 'Published without it.'), { version: 'published' }).expect(200);
    const [published, first] = await filesOf(bibcode);
    expect(first).toMatchObject({ is_read: true, is_chosen: true, note_count: 1, has_translation: true });
    expect(await filesOf(other)).toMatchObject([{ note_count: 0, has_translation: false }]);
    const chosen = (await change(published?.id, { is_chosen: true }).expect(200)).body as PaperFiles;
    expect(chosen.files.map(({ is_chosen, is_read }) => [is_chosen, is_read])).toEqual([
      [true, false],
      [false, false],
    ]);
    expect((await outlineOf(bibcode)).paper).toMatchObject({ has_markdown: false, has_translation: false });
    expect(await parse(bibcode)).toContain('Published without it');
    expect(await notesOf(bibcode)).toMatchObject([{ anchor: 'lost', file_id: first?.id }]);
    expect((await outlineOf(bibcode)).translation).toBe('none');
    await change(first?.id, { is_chosen: true }).expect(200);
    await parse(bibcode);
    expect(await notesOf(bibcode)).toMatchObject([{ anchor: 'exact', paragraph_index: at }]);
    expect((await outlineOf(bibcode)).translation).toBe('aligned');
    const requests = world.lab.requests().length;
    expect((await world.call('post', '/api/translate').send({ bibcode }).expect(200)).body).toEqual(translated);
    expect(world.lab.requests()).toHaveLength(requests);
    // The translation of an earlier text of the file does not return.
    await world.sql(`update paper_file set markdown_location = 'earlier.md' where id = $1`, [first?.id]);
    await change(published?.id, { is_chosen: true }).expect(200);
    await parse(bibcode);
    await change(first?.id, { is_chosen: true }).expect(200);
    await parse(bibcode);
    expect((await outlineOf(bibcode)).translation).toBe('none');
  });

  test('an upload replaces the previous one, which stays in the list', async () => {
    const bibcode = await given('Uploaded twice');
    for (const sentence of ['First.', 'Second.'])
      await world
        .call('post', '/api/upload')
        .field('bibcode', bibcode)
        .field('type', 'pdf')
        .attach('file', draft('Uploaded twice', sentence), 'f')
        .expect(200);
    expect((await filesOf(bibcode)).map(({ is_chosen }) => is_chosen)).toEqual([true, false]);
  });

  test('can be moved to the trash and restored, except the selected file', async () => {
    const bibcode = await given('Thrown away');
    await add(bibcode, draft('Thrown away', 'One.')).expect(200);
    await add(bibcode, draft('Thrown away', 'Two.')).expect(200);
    const [two, one] = await filesOf(bibcode);
    await world
      .call('delete', `/api/papers/files/${one?.id}`)
      .expect(409, /is the chosen PDF of the paper. Choose another PDF first/);
    const { files } = (await world.call('delete', `/api/papers/files/${two?.id}`).expect(200)).body as PaperFiles;
    expect(files.map(({ trashed_at }) => trashed_at === null)).toEqual([false, true]);
    await change(two?.id, { is_chosen: true }).expect(409, /restore it/);
    await world.call('post', `/api/papers/files/${two?.id}/restore`).expect(200);
    const [stored] = await world.sql<{ location: string }>('select location from paper_file where id = $1', [two?.id]);
    await rename(join(world.libraryDir, stored?.location ?? ''), join(world.libraryDir, 'elsewhere'));
    await change(two?.id, { is_chosen: true }).expect(409, /no longer on the disk/);
    await world.call('delete', `/api/papers/files/${two?.id}`).expect(200);
    // Uploads the same file again.
    await add(bibcode, draft('Thrown away', 'Two.')).expect(200);
    expect((await filesOf(bibcode))[0]).toMatchObject({ id: two?.id, trashed_at: null });
    await change(two?.id, { is_chosen: true, label: ' final ' }).expect(200);
    expect((await filesOf(bibcode)).map(({ label, is_chosen }) => [label, is_chosen])).toEqual([
      ['final', true],
      ['', false],
    ]);
  });
});

describe('versions of a preprint', () => {
  test('are downloaded separately, and a download names its version', async () => {
    const { bibcode } = await givenFound(world, 'okonkwo2014');
    await world.call('post', '/api/download').send({ bibcode }).expect(200);
    const before = await filesOf(bibcode);
    expect(before.map(({ version }) => version)).toEqual(['preprint', 'preprint']);
    const wanted = { bibcode, preprint_version: 1 };
    const { files } = (await world.call('post', '/api/papers/files').send(wanted).expect(200)).body as PaperFiles;
    const [added] = files.filter(({ id }) => before.every((one) => one.id !== id));
    expect(added).toMatchObject({ version: 'preprint', preprint_version: 1, type: 'pdf', is_chosen: false });
    await world
      .call('post', '/api/papers/files')
      .send({ bibcode, preprint_version: 90 })
      .expect(404, /returned no PDF of 1405\.9021v90/);
    const none = await given('Without a preprint');
    await world
      .call('post', '/api/papers/files')
      .send({ ...wanted, bibcode: none })
      .expect(404, /no known preprint/);
    expect(await stagedFiles(world)).toEqual([]);
  });

  test('are added to the library, and chosen if the paper has no file that can be read', async () => {
    const { bibcode } = await givenFound(world, 'tanaka2020');
    const wanted = (preprint_version: number) => ({ bibcode, preprint_version });
    await world.sql(`update paper set pdf_location = 'error:timeout' where bibcode = $1`, [bibcode]);
    const { files } = (await world.call('post', '/api/papers/files').send(wanted(1)).expect(200)).body as PaperFiles;
    expect(files.map(({ is_chosen }) => is_chosen)).toEqual([true]);
    expect((await readLibrary(world)).map((paper) => paper.bibcode)).toContain(bibcode);
    await rm(await pathOf(world, bibcode, 'pdf'));
    await add(bibcode, draft('Another draft', 'One.')).expect(200);
    expect((await filesOf(bibcode)).map(({ version, is_chosen }) => [version, is_chosen])).toEqual([
      ['own', true],
      ['preprint', false],
    ]);
  });
});

test('a merge moves all files, and undo returns them, even if one was selected in between', async () => {
  const [a, b] = [await given('Merged one'), await given('Merged two')];
  await add(a, draft('Merged one', 'Of the one.')).expect(200);
  await add(b, draft('Merged two', 'Of the two.')).expect(200);
  await add(b, draft('Merged two', 'Of the two again.'), { label: 'again' }).expect(200);
  const before = await Promise.all([filesOf(a), filesOf(b)]);
  const { merges } = (
    await world
      .call('post', '/api/library/merges')
      .send({ keep: a, merge: [b] })
      .expect(200)
  ).body as { merges: { id: number }[] };
  const all = await filesOf(a);
  const ids = (files: readonly PaperFile[]) => files.map(({ id }) => id).toSorted((x, y) => x - y);
  expect(ids(all)).toEqual(ids(before.flat()));
  await change(before[1][0]?.id, { is_chosen: true }).expect(200);
  await world.call('post', `/api/library/merges/${merges[0]?.id}/undo`).expect(200);
  expect(await Promise.all([filesOf(a), filesOf(b)])).toEqual(before);
});

test('a file that a merge moves meanwhile is not chosen for its former paper', async () => {
  const [a, b] = [await given('Kept'), await given('Moved')];
  await add(b, draft('Moved', 'One.')).expect(200);
  await add(b, draft('Moved', 'Two.')).expect(200);
  const [two] = await filesOf(b);
  const merging = await changeRows(
    world,
    `with moved as (update paper_file set paper_id = (select id from paper where bibcode = $1) where id = $3)
     update paper set updated_at = now() where bibcode = $2`,
    [a, b, two?.id],
  );
  const choosing = change(two?.id, { is_chosen: true }).then(({ status }) => status);
  await merging.untilBlocked(1);
  await merging.commit();
  expect(await choosing).toBe(404);
  expect(await filesOf(b)).toMatchObject([{ is_chosen: true }]);
});
