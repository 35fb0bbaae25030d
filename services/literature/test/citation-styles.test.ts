import type { CitationStyle, CitationStyleList } from '@almagest/contracts/literature';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { exportAs, importFile } from './import-calls.ts';
import { BUILT_IN, givenPerson, WITH_TOKEN, type TestPerson } from './people.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

const PATH = '/api/library/styles';

interface Parts {
  readonly title?: string;
  readonly head?: string;
  readonly macros?: string;
  readonly layout?: string;
}

/** Returns a custom author-date style. */
function styleOf({
  title = 'Our style',
  head = '',
  macros = '',
  layout = '<text macro="entry"/>',
}: Parts = {}): string {
  return `<?xml version="1.0" encoding="utf-8"?>${head}
<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="in-text" default-locale="en-US">
  <info><title>${title}</title><id>http://example.org/ours</id><updated>2026-01-01T00:00:00+00:00</updated></info>
  <macro name="authors">
    <names variable="author"><name name-as-sort-order="all" initialize-with=". " and="symbol" delimiter=", "/><et-al font-style="italic"/></names>
  </macro>
  <macro name="entry">
    <group delimiter=", ">
      <text macro="authors"/>
      <date variable="issued"><date-part name="year"/></date>
      <choose>
        <if type="book thesis"><text variable="title" font-style="italic"/><text variable="genre"/><text variable="publisher"/></if>
        <else><text variable="title" quotes="true"/><text variable="container-title" font-style="italic"/><text variable="volume" font-weight="bold"/><text variable="page"/><text variable="number"/></else>
      </choose>
    </group>
  </macro>
  ${macros}
  <citation><layout><text macro="authors"/></layout></citation>
  <bibliography et-al-min="4" et-al-use-first="3"><sort><key macro="authors"/></sort><layout suffix=".">${layout}</layout></bibliography>
</style>`;
}

async function add(csl: string): Promise<CitationStyle> {
  return (await world.call('post', PATH).send({ csl }).expect(200)).body as CitationStyle;
}

/** Tries to store a style and returns the refusal. */
async function refusalOf(csl: string): Promise<string> {
  return (await world.call('post', PATH).send({ csl }).expect(400)).text;
}

const LIBRARY = `
@article{a, title = {Winds \\& dust}, author = {M{\\"u}ller, J{\\"o}rg and de Vries, Anna and {The Survey Team}}, journal = {Annals of Dust}, year = 2020, volume = 12, pages = {123--130}}
@book{b, title = {Atmospheres}, author = {Ito, Kei}, publisher = {Harbour Press}, year = 1978}
@misc{c, title = {A preprint}, author = {Abara, A. and Bello, B. and Cole, C. and Diaz, D.}, year = 2023, eprint = {2301.00001}, archivePrefix = {arXiv}}
@phdthesis{d, title = {On winds}, author = {Koch, Eva}, school = {Univ. Kiel}, year = 2011}
@inproceedings{e, title = {Transfer}, author = {Okonkwo, Ada}, booktitle = {Stars in Dust}, year = 2003, pages = 17}`;

let bibcode: string;
beforeAll(async () => {
  const { entries } = await importFile(world, LIBRARY);
  bibcode = entries.map((entry) => entry.bibcode).join(' ');
});

test('a style formats articles, books, preprints, theses and proceedings as text and HTML', async () => {
  const { id, title } = await add(styleOf());
  expect(title).toBe('Our style');
  const query = { bibcode, csl: String(id) };
  expect(await exportAs(world, 'text', query)).toBe(
    [
      'Abara, A., Bello, B., Cole, C., et al., 2023, “A preprint,” arXiv:2301.00001.',
      'Ito, K., 1978, Atmospheres, Harbour Press.',
      'Koch, E., 2011, On winds, PhD thesis, Univ. Kiel.',
      'Müller, J., Vries, A. de, & The Survey Team, 2020, “Winds & dust,” Annals of Dust, 12, 123–130.',
      'Okonkwo, A., 2003, “Transfer,” Stars in Dust, 17.\n',
    ].join('\n'),
  );
  expect(await exportAs(world, 'html', query)).toContain(
    '&amp; The Survey Team, 2020, “Winds &amp; dust,” <i>Annals of Dust</i>, <b>12</b>, 123–130.</div>',
  );
});

test('an uploaded style writes neither TeX nor BibTeX, and no more than 500 papers', async () => {
  const { id } = await add(styleOf());
  const ask = (format: string) => world.call('get', '/api/library/export').query({ format, csl: id });
  for (const format of ['bibitem', 'bibtex']) await ask(format).expect(400, /only text and html/);
  await importFile(world, Array.from({ length: 500 }, (_, n) => `@misc{many${n}, title = {Many ${n}}}`).join('\n'));
  await ask('text').expect(400, /at most 500 papers/);
});

test('markup in a style or a record is text in the HTML', async () => {
  const { id } = await add(styleOf({ layout: '<text variable="title" prefix="&lt;script&gt;x&lt;/script&gt;"/>' }));
  const { entries } = await importFile(world, '@misc{x, title = {A <img src=x onerror=y> b}, year = 2001}');
  const html = await exportAs(world, 'html', { bibcode: entries[0]?.bibcode ?? '', csl: String(id) });
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toMatch(/<script|<img/);
});

describe('a style is refused', () => {
  test('if it depends on another style, which the message names', async () => {
    const csl = styleOf()
      .replace('</info>', '<link href="http://example.org/parent" rel="independent-parent"/></info>')
      .replace(/<macro[^]*<\/bibliography>/, '');
    expect(await refusalOf(csl)).toMatch(/only refers to another style. Upload http:\/\/example.org\/parent instead/);
  });

  test.each<[string, string, RegExp]>([
    ['no XML', 'hello', /csl: .*XML|not a valid CSL style/],
    ['another format', '<html/>', /not a valid CSL style: .*style/],
    ['an unknown macro', styleOf({ layout: '<text macro="gone"/>' }), /not a valid CSL style: .*gone/],
    ['no bibliography', styleOf().replace(/<bibliography[^]*<\/bibliography>/, ''), /formats only citations/],
    [
      'entities',
      styleOf({ head: '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>', layout: '<text value="&b;"/>' }),
      /defines entities/,
    ],
    ['deep nesting', styleOf({ layout: '<group>'.repeat(5_000) + '</group>'.repeat(5_000) }), /nested more than/],
    [
      'a macro that calls itself',
      styleOf({
        macros: '<macro name="a"><text macro="b"/></macro><macro name="b"><text macro="a"/></macro>',
        layout: '<text macro="a"/>',
      }),
      /no macro calls itself/,
    ],
  ])('with %s', async (_, csl, message) => {
    expect(await refusalOf(csl)).toMatch(message);
  });

  test('if it is too long', async () => {
    await world
      .call('post', PATH)
      .send({ csl: styleOf({ title: 'x'.repeat(500_000) }) })
      .expect(400, /csl/);
  });

  test('if it needs more time than allowed, and the next style still works', async () => {
    const macros = Array.from(
      { length: 40 },
      (_, n) => `<macro name="m${n + 1}"><text macro="m${n}"/><text macro="m${n}"/></macro>`,
    );
    const bomb = styleOf({
      macros: `<macro name="m0"><text value="x"/></macro>${macros.join('')}`,
      layout: '<text macro="m40"/>',
    });
    expect(await refusalOf(bomb)).toMatch(/needs more than/);
    await add(styleOf());
  });
});

describe('styles belong to a person', () => {
  const guarded = useWorld({ worker: false, env: WITH_TOKEN });
  let person: TestPerson;
  beforeAll(async () => {
    person = await givenPerson(guarded, 'ada', 'reader');
  });

  const listOf = async (headers: Readonly<Record<string, string>>) =>
    ((await guarded.call('get', PATH).set(headers).expect(200)).body as CitationStyleList).styles;

  test('who can replace and delete them, and are hidden from other people', async () => {
    const send = () => guarded.call('post', PATH).set(person.headers).send({ csl: styleOf() }).expect(200);
    const { id } = (await send()).body as CitationStyle;
    expect(((await send()).body as CitationStyle).id).toBe(id);
    expect(await listOf(person.headers)).toHaveLength(1);
    expect(await listOf(BUILT_IN)).toEqual([]);
    const path = `/api/library/export?format=text&csl=${id}`;
    await guarded
      .call('get', path)
      .set(BUILT_IN)
      .expect(404, /no citation style/);
    await guarded.call('delete', `${PATH}/${id}`).set(BUILT_IN).expect(404);
    await guarded.call('get', path).set(person.headers).expect(200);
    await guarded.call('delete', `${PATH}/${id}`).set(person.headers).expect(200);
    expect(await listOf(person.headers)).toEqual([]);
    const rows = await guarded.sql<{ operation: string }>(
      'select operation from audit_event where object = $1 order by id',
      [`citation style ${id}`],
    );
    expect(rows.map(({ operation }) => operation)).toEqual([
      'addCitationStyle',
      'addCitationStyle',
      'deleteCitationStyle',
    ]);
  });

  test('who has at most 100 of them', async () => {
    await guarded.sql(
      `insert into citation_style (owner_id, title, csl) select $1, n::text, 'x' from generate_series(1, 100) n`,
      [person.id],
    );
    await guarded
      .call('post', PATH)
      .set(person.headers)
      .send({ csl: styleOf() })
      .expect(409, /100 citation styles/);
  });
});
