import { until } from '@almagest/test-kit/until';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ofKind, openAgentStream } from './agent-calls.ts';
import { callTools, sentToModel } from './agent-tool-calls.ts';
import { stagedFiles } from './library-files.ts';
import { givenFound } from './papers.ts';
import { givenParsed, givenText } from './retrieval/passages.ts';
import { openWorld, useWorld } from './world.ts';

/** In milliseconds, longer than any test. */
const NEVER = '600000';

const world = useWorld({ env: { UPSTREAM_TIMEOUT_MS: NEVER, MODEL_IDLE_TIMEOUT_MS: NEVER } });
let parsed: string;
let found: string;
let printed: string;
beforeAll(async () => {
  parsed = (await givenParsed(world, 'okonkwo2014')).bibcode;
  found = (await givenFound(world, 'zhao2023')).bibcode;
  printed = (await givenFound(world, 'hakala1993')).bibcode;
});
beforeEach(() => {
  world.lab.clearFaults();
  world.lab.clearRequests();
});

const call = async (name: string, args: object, more: Parameters<typeof callTools>[3] = []) => {
  const { results } = await callTools(world, 'auto', [{ name, arguments: args }], more);
  return results.map(({ status, output }) => [status, output]);
};

const UNKNOWN = '2099ApJ...999..999X';

const REFUSED: [string, string, () => object, RegExp][] = [
  ['an unknown paper', 'read_record', () => ({ bibcode: UNKNOWN }), /^no paper is known as 2099ApJ/],
  ['a passage of an unknown paper', 'retrieve_passages', () => ({ question: 'a', bibcode: UNKNOWN }), /no paper is/],
  [
    'a note on an unknown paper',
    'add_note',
    () => ({ bibcode: UNKNOWN, paragraph_index: 0, note_text: 'a' }),
    /no paper is/,
  ],
  ['a section of an unparsed paper', 'read_section', () => ({ bibcode: found }), /is not parsed yet. Parse it first/],
  [
    'a missing section',
    'read_section',
    () => ({ bibcode: parsed, section: 'Wine' }),
    /^no heading contains the words Wine. The headings are: \[0\] .*Introduction/,
  ],
  [
    'a missing paragraph',
    'read_section',
    () => ({ bibcode: parsed, paragraph: 9999 }),
    /^there is no paragraph 9999 in the paper. It has the paragraphs 0 to \d+$/,
  ],
  [
    'a paragraph of another section',
    'read_section',
    () => ({ bibcode: parsed, section: 'law', paragraph: 0 }),
    /^there is no paragraph 0 in this section/,
  ],
  [
    'a parse of a paper without full text',
    'parse_paper',
    () => ({ bibcode: found }),
    /has no full text yet. Download or upload it first/,
  ],
  [
    'a translation of an unparsed paper',
    'translate_paper',
    () => ({ bibcode: found }),
    /is not parsed yet. Download and parse it first/,
  ],
  [
    'a missing figure',
    'ask_figure',
    () => ({ bibcode: parsed, figure: 99, question: 'a?' }),
    /has no figure 99. It has 1/,
  ],
  [
    'an unknown object',
    'query_target',
    () => ({ name: 'Nonesuch 12345' }),
    /does not know an object named Nonesuch 12345/,
  ],
  [
    'a link of an unknown object',
    'associate_target',
    () => ({ bibcode: found, name: 'Nonesuch 12345' }),
    /does not know an object/,
  ],
  ['objects without a paper or text', 'extract_targets', () => ({}), /give either a bibcode or a text/],
  [
    'objects of both a paper and a text',
    'extract_targets',
    () => ({ bibcode: parsed, text: 'Vega' }),
    /give either a bibcode or a text/,
  ],
  [
    'objects of an unparsed paper',
    'link_targets',
    () => ({ bibcode: found }),
    /has not been parsed yet. Parse it first/,
  ],
  ['more papers than a page can have', 'search_papers', () => ({ q: 'stars', limit: 51 }), /limit: must be <= 50/],
  ['a page beyond the limit', 'search_papers', () => ({ q: 'stars', offset: 2_000 }), /returns at most 2000/],
  [
    'a text that cannot be stored',
    'add_note',
    () => ({ bibcode: parsed, paragraph_index: 0, note_text: 'a\0' }),
    /note_text: must match pattern/,
  ],
  ['an export without papers', 'export_bibtex', () => ({ bibcodes: [] }), /bibcodes: must NOT have fewer than 1 items/],
  [
    'a citation list of an unknown kind',
    'read_citations',
    () => ({ bibcode: parsed, list: 'friends' }),
    /list: must be .*: references, citations/,
  ],
];

test.each(REFUSED)('%s returns an error with the reason to the model (%s)', async (_, name, args, reason) => {
  const [result, ...others] = await call(name, args());
  expect([result, ...others]).toEqual([['error', expect.stringMatching(reason)]]);
  const { messages = [] } = sentToModel(world).at(-1) ?? {};
  expect(messages.at(-1)?.content).toContain(result?.[1]);
});

test('a fault of the service is reported to the model without its details', async () => {
  await world.sql('alter table note rename to note_away');
  const results = await call('list_notes', { bibcode: parsed });
  await world.sql('alter table note_away rename to note');
  expect(results).toEqual([['error', 'list_notes failed because of an internal error']]);
});

describe('a failing source', () => {
  test('is an error if no source answered, and a warning otherwise', async () => {
    const search = () => call('search_papers', { q: 'title:"Seed propagation"' });
    world.lab.setFault('preprintApi.query', { kind: 'broken_body' });
    const [[status, output] = []] = await search();
    expect(status).toBe('ok');
    expect(output).toMatch(/^2014MNRAS.*\n\[incomplete: preprint: .*\]$/);
    world.lab.setFault('catalog.search', { kind: 'broken_body' });
    expect(await search()).toEqual([['error', expect.stringMatching(/^catalog: .*; preprint: /)]]);
  });

  test('does not affect the other list of citations', async () => {
    world.lab.setFault('catalog.search', { kind: 'broken_body', only: 'references%28' });
    const list = (list: string) => call('read_citations', { bibcode: parsed, list });
    const remark = /\n\[incomplete: catalog: .*\]$/;
    expect(await list('citations')).toEqual([['ok', expect.stringMatching(remark)]]);
    expect(await list('references')).toEqual([['ok', expect.stringMatching(/references: 0\nnone here\n\[incomplete/)]]);
  });

  test('is the reason that a download gives for the missing full text', async () => {
    world.lab.setFault('publisher.page', { kind: 'forbidden' });
    expect(await call('download_paper', { bibcode: printed })).toEqual([
      ['ok', expect.stringMatching(/^1993PASP.* \| no full text \(PDF: \w/)],
    ]);
  });

  test('fails a question about a figure', async () => {
    const script = [{ when: 'The question: ', text: '', finish_reason: 'content_filter' as const }];
    expect(await call('ask_figure', { bibcode: parsed, figure: '1', question: 'What is it?' }, script)).toEqual([
      ['error', expect.stringMatching(/content filter/)],
    ]);
  });
});

test('a long paper is read in parts, which together are complete', async () => {
  const sentence = 'The line is broad and shallow in all spectra of that night. ';
  const paragraphs = Array.from({ length: 30 }, (_, index) => `Mark${index} ${sentence.repeat(20)}`);
  const { bibcode } = await givenText(world, 'tanaka2012', paragraphs);
  const parts: string[] = [];
  for (let paragraph: number | undefined = 0; paragraph !== undefined;) {
    const [[, output = ''] = []]: string[][] = await call('read_section', { bibcode, paragraph });
    parts.push(output);
    const next = /\n\n\[continues at paragraph (\d+)\]$/.exec(output)?.[1];
    paragraph = next === undefined ? undefined : Number(next);
  }
  expect(parts.length).toBeGreaterThan(2);
  const whole = parts.join('');
  expect(whole).not.toContain('left out');
  expect([...whole.matchAll(/Mark(\d+) /g)].map(([, number]) => Number(number))).toEqual(paragraphs.map((_, n) => n));
});

describe('stopping a session', () => {
  const begin = async (name: string, args: object) => {
    world.lab.setScript([{ when: 'Work', tool_calls: [{ name, arguments: args }] }]);
    return await openAgentStream(world.url, { question: 'Work', permission_mode: 'auto' });
  };
  const stop = (id: string) => world.call('post', `/api/chat/sessions/${id}/stop`).expect(200);

  test('aborts its download and stores nothing', async () => {
    world.lab.setFault('preprintWeb.html', { kind: 'timeout' });
    const stream = await begin('download_paper', { bibcode: found });
    await until(() => world.lab.requests({ route: 'preprintWeb.html' }).length > 0, 'the request');
    expect(await stagedFiles(world)).toHaveLength(1);
    await stop(stream.sessionId);
    expect(ofKind(await stream.ended, 'tool_result')).toMatchObject([{ status: 'error' }]);
    await until(async () => (await stagedFiles(world)).length === 0, 'the download to end');
    expect(await world.sql('select html_location, pdf_location from paper where bibcode = $1', [found])).toEqual([
      { html_location: null, pdf_location: null },
    ]);
  });

  test('aborts its translation and releases the lease of the paper', async () => {
    const { bibcode } = await givenText(world, 'quist2017', ['The spectrum is flat.']);
    const leases = async () => (await world.sql('select from translation_lease')).length;
    world.lab.setFault('provider.chat', { kind: 'timeout', only: '<text>' });
    const stream = await begin('translate_paper', { bibcode });
    await until(
      () => world.lab.requests({ route: 'provider.chat' }).some(({ fault }) => fault === 'timeout'),
      'the work',
    );
    expect(await leases()).toBe(1);
    await stop(stream.sessionId);
    await stream.ended;
    await until(async () => (await leases()) === 0, 'the lease to be released');
  });
});

test('without a catalog key, the export names the variable', async () => {
  const bare = await openWorld({ env: { CATALOG_API_KEY: '' } });
  const { results } = await callTools(bare, 'auto', [{ name: 'export_bibtex', arguments: { bibcodes: [UNKNOWN] } }]);
  expect(results).toMatchObject([{ status: 'error', output: expect.stringContaining('CATALOG_API_KEY') }]);
  await bare.close();
});
