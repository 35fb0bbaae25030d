import type { LibrarySearchResult, SearchHit } from '@almagest/contracts/literature';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { importFile } from './import-calls.ts';
import { givenFound } from './papers.ts';
import { givenText } from './retrieval/passages.ts';
import { translate } from './translation/translation-calls.ts';
import { until } from '@almagest/test-kit/until';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

async function search(q: string, query: object = {}): Promise<LibrarySearchResult> {
  const { body } = await world
    .call('get', '/api/library/search')
    .query({ q, ...query })
    .expect(200);
  return body as LibrarySearchResult;
}

const found = async (q: string, query: object = {}) => (await search(q, query)).papers.map(({ paper }) => paper.title);

/** Returns the highlighted parts of a hit. */
const marked = ({ snippet }: SearchHit) => snippet.ranges.map(({ start, end }) => snippet.text.slice(start, end));

const entry = (key: string, fields: string, author = 'Tester, A.') =>
  `@article{${key}, author = {${author}}, journal = {J}, ${fields}}\n`;

/** Imports papers and returns their codes. */
async function given(...entries: readonly string[]): Promise<string[]> {
  const { entries: lines } = await importFile(world, entries.join(''));
  return lines.map(({ bibcode }) => bibcode ?? '');
}

describe('a search of the library', () => {
  test('finds names that are stop words in English, alone and as authors', async () => {
    await given(
      entry('n1', 'title = {The one of the winds}, year = 2011', 'He, Xuan and An, Li'),
      entry('n2', 'title = {So it is}, year = 2012', 'Wu, A. and So, K.'),
    );
    expect(await found('He')).toEqual(['The one of the winds']);
    expect(await found('so')).toEqual(['So it is']);
    expect(await found('An He')).toEqual(['The one of the winds']);
    const [shown] = (await search('He')).papers;
    expect(shown?.hits.map((hit) => [hit.field, ...marked(hit)])).toEqual([['authors', 'He']]);
    expect(await found('it')).toEqual([]);
    expect(await found('the winds', { author: 'He' })).toEqual(['The one of the winds']);
    expect(await found('winds', { author: 'An and He' })).toEqual(['The one of the winds']);
    expect(await found('winds', { author: 'So' })).toEqual([]);
    // Stop words between other words are still skipped.
    expect(await found('the one of the winds')).toEqual(['The one of the winds']);
  });

  test('finds metadata by title, authors, keywords and abstract, names the field, and ranks titles first', async () => {
    await given(
      entry('q1', 'title = {Quasars at dawn}, year = 2001'),
      entry('q2', 'title = {Nothing of the kind}, year = 2002, abstract = {We observed many quasars at length.}'),
      entry('q3', 'title = {Unrelated}, year = 2003, keywords = {quasars}'),
      entry('q4', 'title = {Other things}, year = 2004', 'Quasars, B. and Second, C.'),
    );
    const { papers, total, is_complete } = await search('quasar');
    expect({ total, is_complete }).toEqual({ total: 4, is_complete: true });
    const fields = Object.fromEntries(papers.map(({ paper, hits: [hit] }) => [paper.title, hit?.field]));
    expect(fields).toEqual({
      'Quasars at dawn': 'title',
      'Nothing of the kind': 'abstract',
      Unrelated: 'keywords',
      'Other things': 'authors',
    });
    expect(papers[0]?.paper.title).toBe('Quasars at dawn');
    expect(papers.map(({ hits: [hit] }) => hit && marked(hit)[0]?.toLowerCase())).toEqual(Array(4).fill('quasars'));
  });

  test('finds titles, names and keywords that a file writes in TeX', async () => {
    const tex = String.raw;
    await given(
      entry(
        't1',
        tex`title = {Ejecta of \ensuremath{\omega} Cen in \ifmmode \check{C}\else \v{C}\fi{}ech {\amp} other dust},
            year = 2009, keywords = {Alv\'en waves, H\lt1 limit}`,
        tex`Kova{\v c}, \'Etienne and \L{}ask, B.`,
      ),
    );
    const title = tex`Ejecta of $\omega$ Cen in Čech & other dust`;
    for (const q of ['Čech dust', 'cech', 'Kovač', 'kovac', 'Étienne', 'Łask', 'Alvén waves', 'ejecta omega'])
      expect([q, await found(q)]).toEqual([q, [title]]);
  });

  test('is sorted by relevance or year, and counts what it finds by year, author, tag and full text', async () => {
    await given(
      entry('c1', 'title = {Zircon, zircon}, year = 2001', 'Alpha, A. and Beta, B.'),
      entry('c2', 'title = {On zircon}, year = 2003, mendeley-tags = {rocks}', 'Beta, B.'),
      entry('c3', 'title = {Zircon again}, year = 2003', 'Gamma, C.'),
    );
    expect(await found('zircon', { sort: 'year_asc', limit: 1 })).toEqual(['Zircon, zircon']);
    expect((await found('zircon', { sort: 'year_desc' })).at(-1)).toBe('Zircon, zircon');
    expect((await search('zircon')).counts).toBeNull();
    const { counts } = await search('zircon', { with_counts: true, limit: 1 });
    expect(counts).toEqual({
      year: [
        { value: '2003', count: 2 },
        { value: '2001', count: 1 },
      ],
      author: [
        { value: 'Beta, B.', count: 2 },
        { value: 'Alpha, A.', count: 1 },
        { value: 'Gamma, C.', count: 1 },
      ],
      collection: [],
      tag: [{ value: 'rocks', count: 1 }],
      has_full_text: [{ value: 'false', count: 3 }],
    });
    const ofBeta = await search('zircon', { author: 'Beta, B.', with_counts: true });
    expect([ofBeta.total, ofBeta.counts?.year.length]).toEqual([2, 2]);
  });

  test('without matches suggests a corrected spelling, or a query without the unmatched words', async () => {
    await given(
      entry('sp1', 'title = {Convection in pulsating subdwarfs}, year = 2001', 'Dziembowski, W.'),
      entry('sp2', 'title = {Convective overshoot}, year = 2002'),
    );
    const suggested = async (q: string, query: object = {}) => (await search(q, query)).suggestions;
    expect(await suggested('convection')).toBeNull();
    expect(await suggested('convecton subdwarfs')).toEqual({
      did_you_mean: 'convection subdwarfs',
      without: { q: 'subdwarfs', dropped: ['convecton'] },
    });
    expect((await suggested('Dziembovski'))?.did_you_mean).toBe('dziembowski');
    expect(await suggested('xylophones -overshoot subdwarfs')).toEqual({
      did_you_mean: null,
      without: { q: '-overshoot subdwarfs', dropped: ['xylophones'] },
    });
    // Each word has matches, but no text contains both.
    expect(await suggested('overshoot subdwarfs')).toEqual({ did_you_mean: null, without: null });
    // A correction that the filters exclude is not suggested.
    expect(await suggested('convecton', { year_from: 2003 })).toEqual({ did_you_mean: null, without: null });
    expect(await suggested('convecton'.split('').join(' '))).toEqual({ did_you_mean: null, without: null });
    await given(entry('sp3', 'title = {Magnetic braking}, year = 2004'));
    expect((await suggested('brakign'))?.did_you_mean).toBe('braking');
  });

  test.each([
    ['bohm vitense', 'Böhm-Vitense'],
    ['BÖHM-VITENSE', 'Böhm-Vitense'],
    ['obrien', 'O’Brien'],
    ["O'Brien", 'O’Brien'],
    ['ostensen', 'Østensen'],
    ['grossmann', 'Großmann'],
    ['"smorgas layers"', 'Smörgås layers'],
    ['smorg*', 'Smörgås'],
    ['2.5', '2.5'],
    ['H alpha', 'Hα'],
    ['恒星大气', '恒星大气'],
    ['星大', '星大'],
    ['气', '气'],
    ['辐射 恒星', '恒星'],
    ['恒星 smorgas', '恒星'],
  ])('for %s finds %s as written', async (q, written) => {
    const title = 'Smörgås layers of 2.5 pc in Hα，恒星大气的辐射转移';
    await given(
      entry(
        'w',
        `title = {${title}}, year = 2010`,
        'Böhm-Vitense, E. and O’Brien, K. and Østensen, R. and Großmann, A.',
      ),
    );
    const { papers } = await search(q);
    expect(papers.map(({ paper }) => paper.title)).toEqual([title]);
    const shown = papers[0]?.hits[0];
    const text = shown?.snippet.ranges.map(({ start, end }) => shown.snippet.text.slice(start, end)).join(' ') ?? '';
    for (const word of written.split(/[ -]/)) expect(text).toContain(word);
  });

  test.each(['嗜好', '气辐', '"layers smorgas"', 'smorgas -layers', '-"pc in" smorgas', 'smorgas zebra', 'smorgass*'])(
    'for %s finds nothing if the text contains only a part',
    async (q) => {
      expect(await found(q)).toEqual([]);
    },
  );

  test('finds passages, notes and translations with their places', async () => {
    const words = 'The convection zone of this star is shallow, and its opacity is dominated by the ion of hydrogen.';
    const { bibcode } = await givenText(world, 'okonkwo2014', [`First something else. ${words}`, 'Another part.']);
    const [text] = (await search('shallow opacities', { kind: 'text' })).papers;
    expect(text?.paper.bibcode).toBe(bibcode);
    const [hit] = text?.hits ?? [];
    expect(hit?.snippet.text).toContain('convection zone of this star');
    expect(hit && marked(hit)).toEqual(expect.arrayContaining(['shallow', 'opacity']));
    const paragraph_index = hit?.paragraph_index ?? -1;
    const note = { bibcode, paragraph_index, highlight_color: 'pink', selected_text: 'ion of hydrogen' };
    const { body } = await world
      .call('post', '/api/notes')
      .send({ ...note, note_text: 'Compare with Wildt' })
      .expect(200);
    const { id } = body as { id: number };
    expect((await search('wildt')).papers[0]?.hits).toMatchObject([{ kind: 'note', note_id: id, paragraph_index }]);
    expect((await search('ions of hydrogen', { kind: 'note' })).papers).toHaveLength(1);
    await world.call('patch', '/api/notes').send({ id, note_text: 'Compare with Chandrasekhar' }).expect(200);
    expect(await found('wildt')).toEqual([]);
    expect(await found('chandrasekhar')).toHaveLength(1);
    expect(await found('offenkundig', { kind: 'translation' })).toEqual([]);
    const translation = await translate(world, bibcode);
    const [word = ''] = /\p{Script=Han}{2,}/u.exec(translation) ?? [];
    const [translated] = (await search(word, { kind: 'translation' })).papers;
    expect(translated?.hits[0]).toMatchObject({ kind: 'translation', note_id: null });
    expect(translated?.hits[0]?.snippet.text).toContain(word);
    // An outdated text is not found.
    await world.sql(`update paper set markdown_outdated = true where bibcode = $1`, [bibcode]);
    expect(await found('shallow opacities', { kind: 'text' })).toEqual([]);
    expect(await found(word, { kind: 'translation' })).toEqual([]);
  });

  test('finds only printed words of a passage', async () => {
    await givenText(world, 'rahman2024', [
      'The colour of NGC 6397 in an ensemble of quokkas (EOQ).',
      'An EOQ is rare.',
    ]);
    for (const [q, count] of [
      ['colour', 1],
      ['color', 0],
      ['ngc6397', 0],
      ['quokkas', 1],
    ] as const)
      expect([q, (await search(q, { kind: 'text' })).papers[0]?.hit_count ?? 0]).toEqual([q, count]);
  });

  test('shows the text of a passage before the headings above it', async () => {
    const long = `It is said at length ${'and at more length '.repeat(40)} that quist2017 was first.`;
    await givenText(world, 'quist2017', ['Short.', 'Brief.', long]);
    const [paper] = (await search('quist2017', { kind: 'text' })).papers;
    expect(paper?.hit_count).toBeGreaterThan(1);
    expect(paper?.hits[0]?.snippet.text).toContain('that quist2017 was first');
  });

  test('covers only the library, and can be limited to a collection and its subcollections, a tag, years and a kind', async () => {
    const { bibcode, paper } = await givenFound(world, 'swiatek2012');
    expect(await found(`"${paper.title}"`)).toEqual([]);
    expect((await search(bibcode)).papers).toEqual([]);
    await given(
      entry('f1', 'title = {Zirconium early}, year = 1990, keywords = {x}, mendeley-tags = {lines}'),
      entry('f2', 'title = {Zirconium late}, year = 2020'),
      entry('f3', 'title = {Zirconium without a year}'),
    );
    const [outer] = await world.sql<{ id: number }>(`insert into collection (name) values ('outer') returning id`);
    await world.sql(
      `with inner_one as (insert into collection (name, parent_id) values ('inner', $1) returning id)
       insert into collection_paper select inner_one.id, paper.id from inner_one, paper where title = 'Zirconium late'`,
      [outer?.id],
    );
    expect((await found('zirconium')).toSorted()).toHaveLength(3);
    expect(await found('zirconium', { collection: outer?.id })).toEqual(['Zirconium late']);
    expect(await found('zirconium', { tag: 'lines' })).toEqual(['Zirconium early']);
    expect(await found('zirconium', { year_from: 1991 })).toEqual(['Zirconium late']);
    expect(await found('zirconium', { year_to: 1990 })).toEqual(['Zirconium early']);
    expect(await found('zirconium', { kind: 'note' })).toEqual([]);
    const missing = await world.call('get', '/api/library/search').query({ q: 'zirconium', collection: 2_147_483_647 });
    expect([missing.status, missing.text]).toEqual([404, expect.stringMatching(/no collection 2147483647/)]);
  });

  test('has pages without gaps or repeats, and an identifier finds only its paper', async () => {
    const codes = await given(
      ...Array.from({ length: 7 }, (_, n) =>
        entry(`p${n}`, `title = {Yttrium number ${n}}, year = 2000, doi = {10.5555/yttrium.${n}}`),
      ),
    );
    const whole = await found('yttrium');
    expect(whole).toHaveLength(7);
    const parts = await Promise.all([0, 3, 6, 9].map((offset) => search('yttrium', { limit: 3, offset })));
    expect(parts.flatMap(({ papers }) => papers.map(({ paper }) => paper.title))).toEqual(whole);
    expect(await found('https://doi.org/10.5555/YTTRIUM.3')).toEqual(['Yttrium number 3']);
    const [named] = (await search(codes[5] ?? '')).papers;
    expect(named).toMatchObject({ hits: [{ field: 'identifier' }], paper: { title: 'Yttrium number 5' } });
  });

  test('shows hostile text as text', async () => {
    const title = '<img src=x onerror=alert(1)> &amp; "thorium" <b>';
    await given(entry('h', `title = {${title}}, year = 2011`));
    const [hit] = (await search('thorium')).papers[0]?.hits ?? [];
    expect(hit?.snippet.text).toContain('thorium');
    expect(hit && marked(hit)).toEqual(['thorium']);
    for (const q of [`'`, `\\`, `a' | 'b`, `!!(x)`, `x:*`, `"`, `<->`, `%`, `the`, `-`]) {
      const { status } = await world.call('get', '/api/library/search').query({ q: `${q} thorium` });
      expect([q, status]).toEqual([q, 200]);
    }
  });
});

/** Words without inflection, two English stop words, and characters of a script without spaces. */
const NAMED = ['dust', 'wind', 'gas', 'dwarf'];
const PASSED_OVER = ['of', 'the'];
const RUNS = ['恒星', '星大'];
const wordOf = (...words: readonly string[]) => fc.constantFrom(...NAMED, ...NAMED, ...words);

/** Returns true if the words follow each other in a text. A stop word matches any other stop word. */
function standsIn(asked: readonly string[], text: readonly string[]): boolean {
  const [wanted, given] = [asked, text].map((words) => words.map((one) => (PASSED_OVER.includes(one) ? '' : one)));
  const first = wanted?.findIndex((one) => one !== '') ?? 0;
  const last = wanted?.findLastIndex((one) => one !== '') ?? 0;
  const named = wanted?.slice(first, last + 1) ?? [];
  return given?.some((_, place) => named.every((one, at) => given[place + at] === one)) ?? false;
}

test('finds the same places in metadata, notes and passages as a plain text comparison', async () => {
  const title = fc.array(wordOf(...PASSED_OVER, ...RUNS), { minLength: 2, maxLength: 9 });
  const [titles = []] = fc.sample(fc.array(title, { minLength: 120, maxLength: 120 }), { numRuns: 1, seed: 7 });
  const codes = await given(
    ...titles.map((words, n) =>
      entry(`r${n}`, `title = {${words.join('; ')}}, annote = {${words.join('; ')}}, year = ${1000 + n}`),
    ),
  );
  await world.sql(
    `insert into chunk (paper_id, position, first_block, last_block, headings, text, hash, words)
     select id, 0, 0, 0, '{}', title, '\\x00', words from paper where bibcode = any($1)`,
    [codes],
  );
  const phrase = fc.array(wordOf(...PASSED_OVER), { minLength: 1, maxLength: 4 });
  const query = fc.record({
    phrase: phrase.filter((words) => words.some((one) => NAMED.includes(one))),
    others: fc.array(wordOf(...RUNS), { maxLength: 2 }),
    unwanted: fc.array(fc.constantFrom(...NAMED), { maxLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(query, async ({ phrase, others, unwanted }) => {
      const q = [`"${phrase.join(' ')}"`, ...others, ...unwanted.map((one) => `-${one}`)].join(' ');
      const isFound = (text: readonly string[]) =>
        standsIn(phrase, text) &&
        others.every((one) => text.includes(one)) &&
        !unwanted.some((one) => text.includes(one));
      const expected = titles.filter(isFound).length;
      // The papers of the other tests are from later years.
      for (const kind of ['record', 'note', 'text'])
        expect([q, kind, (await search(q, { kind, limit: 1, year_to: 1_200 })).total]).toEqual([q, kind, expected]);
    }),
    { numRuns: 50 },
  );
});

test('the worker indexes data that was stored before the search existed', async () => {
  await given(entry('old', 'title = {Praseodymium of old}, year = 1999, annote = {Seen in Przybylski}'));
  await world.sql(`update paper set words = null; update note set words = null`);
  expect(await found('praseodymium')).toEqual([]);
  const worker = await world.startWorker();
  try {
    await until(async () => (await found('przybylski')).length === 1, 'the note');
    expect(await found('praseodymium')).toEqual(['Praseodymium of old']);
  } finally {
    await worker.stop();
  }
});
