import type { MergedPaper, PaperFiles } from '@almagest/contracts/literature';
import { expect, test } from '@jest/globals';
import { importFile } from './import-calls.ts';
import { printedPdf } from './printed-pdf.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

/** The tables with rows of papers, and whether undoing a merge moves their rows back. */
const TABLES = {
  note: true,
  paper_name: true,
  tag: true,
  paper_mark: true,
  collection_paper: true,
  target_paper: true,
  source_record: true,
  reference: true,
  answer: true,
  paper_file: true,
  citation_key: true,
  linked_item: true,
  person_active_paper: false,
  batch_paper: false,
  alert_paper: false,
};

type Rows = Readonly<Record<keyof typeof TABLES, readonly unknown[]>>;

/** Returns the rows of a paper in each table, including the row in `paper`. */
async function rowsOf(bibcode: string): Promise<Rows & { readonly paper: readonly unknown[] }> {
  const rows: Record<string, unknown[]> = {};
  for (const table of ['paper', ...Object.keys(TABLES)])
    rows[table] = (
      await world.sql<{ row: unknown }>(
        `select to_jsonb(t) - '{words,location,updated_at}'::text[] as row from ${table} t
         where ${table === 'paper' ? 'id' : 'paper_id'} = (select id from paper where bibcode = $1) order by 1`,
        [bibcode],
      )
    ).map(({ row }) => row);
  return rows as unknown as Rows & { paper: unknown[] };
}

const countsOf = (rows: Rows) =>
  Object.fromEntries((Object.keys(TABLES) as (keyof Rows)[]).map((table) => [table, rows[table].length]));
const returnedIn = (rows: Rows) =>
  Object.fromEntries(
    (Object.keys(TABLES) as (keyof Rows)[]).filter((name) => TABLES[name]).map((name) => [name, rows[name]]),
  );

const post = async (path: string, body: object) =>
  (await world.call('post', path).send(body).expect(200)).body as unknown;

/** Imports a paper and adds a row for the paper to each table. */
async function givenFurnished(title: string, place: number): Promise<string> {
  const fields = `author = {Wu, ${title}.}, year = 199${place}, volume = ${place}`;
  const { entries } = await importFile(world, `@article{key${place}, title = {${title}}, ${fields}}`);
  const bibcode = entries[0]?.bibcode ?? '';
  const note = { bibcode, paragraph_index: place, highlight_color: 'blue', selected_text: '' };
  await post('/api/notes', { ...note, note_text: `note of ${title}` });
  await post('/api/tags', { bibcodes: [bibcode], add: [`tag of ${title}`] });
  const { id: collection } = (await post('/api/collections', { name: `collection of ${title}` })) as { id: number };
  await post(`/api/collections/${collection}/papers`, { add: [bibcode] });
  const call = world.call('post', '/api/papers/files').field({ bibcode, type: 'pdf' });
  await call.attach('file', printedPdf([`Text of ${title}`, title, 'A. Wu']), 'f').expect(200);
  for (const insert of [
    `into answer (question, paper_id) select title, id`,
    `into citation_key (key, folded, paper_id) select 'Key of ' || title, 'key of ' || lower(title), id`,
    `into paper_mark (owner_id, paper_id, reading_state, is_starred) select 'person ' || title, id, 'read', true`,
    `into paper_mark (owner_id, paper_id, is_starred) select 'removed person', id, true`,
    `into person_active_paper (owner_id, paper_id) select 'person ' || title, id`,
    `into batch_paper (run, position, paper_id) select 1, id, id`,
    `into target_paper (target_id, paper_id) select target.id, paper.id`,
    `into alert_paper (alert_id, paper_id) select alert.id, paper.id`,
    `into linked_item (library_id, key, kind, version, paper_id) select linked_library.id, title, 'entry', 1, paper.id`,
  ]) {
    const [, table = ''] = /into (target|alert|linked)_(?:paper|item)/.exec(insert) ?? [];
    const other = { target: 'target', alert: 'alert', linked: 'linked_library' }[table];
    const from = other === undefined ? 'paper' : `paper join ${other} on ${other}.name = paper.title`;
    await world.sql(`insert ${insert} from ${from} where bibcode = $1`, [bibcode]);
  }
  await world.sql(
    `update note set position = $2, anchor = (array['exact', 'moved', 'lost'])[$2]
     where paper_id = (select id from paper where bibcode = $1)`,
    [bibcode, place],
  );
  return bibcode;
}

test('a merge moves all rows of the merged paper, undo returns them, and rows of other papers never change', async () => {
  const titles = ['First', 'Second', 'Third'];
  await world.sql(
    `insert into target (identity, name, canonical_name, ra_deg, dec_deg, searchable) select t, t, t, 1, 1, t from unnest($1::text[]) t`,
    [titles],
  );
  await world.sql(`insert into linked_library (kind, library, name) select 'zotero', t, t from unnest($1::text[]) t`, [
    titles,
  ]);
  for (const name of titles) await post('/api/alerts', { name, q: `about ${name}`, source: 'all', schedule: 'off' });
  // The bystander is the oldest paper of the library and has chosen values.
  const bystander = await givenFurnished('First', 1);
  await world.sql(`update paper set chosen = '{"doi": "10.5555/first"}' where bibcode = $1`, [bystander]);
  const merged = await givenFurnished('Second', 2);
  const kept = await givenFurnished('Third', 3);
  // The remaining paper lacks the records of these sources.
  for (const [bibcode, sources] of [
    [bystander, ['catalog', 'preprint']],
    [merged, ['preprint']],
  ] as const)
    await world.sql(
      `insert into source_record (paper_id, source, record, seen_at)
       select paper_id, added, record, seen_at from source_record join paper on paper.id = paper_id,
         unnest($2::text[]) as added where bibcode = $1`,
      [bibcode, sources],
    );
  await post('/api/library/marks', { bibcodes: [kept], is_starred: true });
  await post('/api/library/marks', { bibcodes: [merged], reading_state: 'read' });
  await post('/api/active_bibcode', { bibcode: bystander });
  const active = async () =>
    ((await world.call('get', '/api/active_bibcode').expect(200)).body as { bibcode: string }).bibcode;
  const before = { bystander: await rowsOf(bystander), merged: await rowsOf(merged), kept: await rowsOf(kept) };
  expect(Object.entries(countsOf(before.merged)).filter(([, count]) => count === 0)).toEqual([]);

  const merge = { keep: kept, merge: [merged], choose: { year: merged } };
  const { merges } = (await post('/api/library/merges', merge)) as MergedPaper;
  const both = await rowsOf(kept);
  expect(await rowsOf(bystander)).toEqual(before.bystander);
  const sums = Object.entries(countsOf(before.kept)).map(([table, count]) => [table, 2 * count]);
  // Both papers have one record and one reference of the import, and one mark of the same person.
  const shared = { source_record: 2, reference: 1, paper_mark: 3 };
  expect(countsOf(both)).toEqual({ ...Object.fromEntries(sums), ...shared });
  expect(both.paper).toMatchObject([{ is_starred: true, reading_state: 'read', year: '1992', doi: '' }]);
  // The remaining paper has no text in which the note of the other paper could be found.
  expect(both.note.map((note) => (note as { anchor: string }).anchor).toSorted()).toEqual(['lost', 'unchecked']);
  const added = ({ paper }: { readonly paper: readonly unknown[] }) =>
    (paper[0] as { in_library_since: string }).in_library_since;
  expect(added(both)).toBe(added(before.merged));
  expect(await active()).toBe(bystander);

  // This person's marks were deleted, and undo does not restore them.
  await world.sql(`delete from paper_mark where owner_id = 'removed person'`);
  await world.call('post', `/api/library/merges/${merges[0]?.id}/undo`).expect(200);
  const withoutRemoved = (rows: Rows) => ({
    ...returnedIn(rows),
    paper_mark: rows.paper_mark.filter((mark) => (mark as { owner_id: string }).owner_id !== 'removed person'),
  });
  expect(await rowsOf(bystander)).toEqual({ ...before.bystander, ...withoutRemoved(before.bystander) });
  for (const [code, rows] of [
    [kept, before.kept],
    [merged, before.merged],
  ] as const) {
    const now = await rowsOf(code);
    expect(returnedIn(now)).toEqual(withoutRemoved(rows));
    expect(now.paper).toEqual(rows.paper);
  }

  await world.sql('delete from reference where paper_id = (select id from paper where bibcode = $1)', [kept]);
  const again = (await post('/api/library/merges', merge)) as MergedPaper;
  const itemsOf = (rows: Rows) => rows.reference.map((row) => (row as { item: unknown }).item);
  expect(itemsOf(await rowsOf(kept))).toEqual(itemsOf(before.merged));
  await world.call('post', `/api/library/merges/${again.merges[0]?.id}/undo`).expect(200);
  expect(itemsOf(await rowsOf(kept))).toEqual([]);
  expect(itemsOf(await rowsOf(bystander))).toEqual(itemsOf(before.bystander));

  await post('/api/active_bibcode', { bibcode: merged });
  const files = async () =>
    ((await world.call('get', '/api/papers/files').query({ bibcode: kept })).body as PaperFiles).files;
  await post('/api/library/merges', merge);
  expect(await active()).toBe(kept);
  expect(await files()).toHaveLength(2);
});
