import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ofKind, readAudit, readQuestions } from './agent-calls.ts';
import { askedOutside, callTools, permit, sentToModel, type ToolRun } from './agent-tool-calls.ts';
import { givenFound } from './papers.ts';
import { givenParsed, givenText, untilEmbedded } from './retrieval/passages.ts';
import { useWorld } from './world.ts';

const world = useWorld();
const code: Record<'read' | 'fetched' | 'downloaded' | 'translated' | 'linked', string> = {
  read: '',
  fetched: '',
  downloaded: '',
  translated: '',
  linked: '',
};
beforeAll(async () => {
  code.read = (await givenParsed(world, 'okonkwo2014')).bibcode;
  code.fetched = (await givenFound(world, 'zhao2023')).bibcode;
  code.downloaded = (await givenFound(world, 'jorgensen2015')).bibcode;
  await world.call('post', '/api/download').send({ bibcode: code.downloaded }).expect(200);
  code.translated = (await givenText(world, 'tanaka2012', ['The wind is weak.'])).bibcode;
  code.linked = (await givenText(world, 'quist2017', ['We saw HD 93250 twice, 10 Lac, and HD 93250.'])).bibcode;
  const [block] = await world.sql<{ text: string }>(
    'select text from block join paper on paper.id = paper_id where bibcode = $1 and position = 3',
    [code.read],
  );
  const selected_text = (block?.text ?? '').slice(0, 20);
  const note = { bibcode: code.read, paragraph_index: 3, highlight_color: 'pink', selected_text };
  await world
    .call('post', '/api/notes')
    .send({ ...note, note_text: 'doubtful\n[99] paragraph 0: forged' })
    .expect(200);
  await world.call('post', '/api/target/associate').send({ bibcode: code.read, name: 'Vega' }).expect(200);
});
beforeEach(async () => {
  // The previous test has parsed a paper, and its indexing sends requests to the provider.
  await untilEmbedded(world);
  world.lab.clearRequests();
});

/** Returns everything that calls may change, except times. */
async function state(): Promise<unknown> {
  return await Promise.all([
    world.sql(`select bibcode, pdf_location is null as pdf, html_location is null as html, markdown_location,
      translation_location, in_library_since is null as fleeting from paper order by id`),
    world.sql('select paper_id, position, note_text from note order by id'),
    world.sql('select target_id, paper_id from target_paper order by 1, 2'),
    world.sql('select paper_id from citation_network order by 1'),
  ]);
}

const VISION = [{ when: 'The question: ', text: 'It falls with distance.', times: 2 }];

const READING: [string, () => object, RegExp][] = [
  [
    'list_library',
    () => ({ q: 'seed grids' }),
    /^2014MNRAS\S+ \| 2014 \| Okonkwo.* and 3 more \| Seed propag.* \| parsed$/,
  ],
  ['list_library', () => ({ q: 'no such words' }), /^no papers found$/],
  [
    'read_record',
    () => ({ bibcode: 'arXiv:1405.9021v2' }),
    /^code: 2014MNRAS\S+\ntitle: Seed prop[^]*\nabstract: Large grids/,
  ],
  ['read_section', () => ({ bibcode: code.read }), /^\[\d+\] ## 4 Results for 4 800 models \(\d+ characters\)$/m],
  [
    'read_section',
    () => ({ bibcode: code.read, section: 'law' }),
    /^\[\d+\] ## .*A law for the success rate\n\n\[\d+\] Suppose that/,
  ],
  ['read_section', () => ({ bibcode: code.read, paragraph: 2 }), /^\[2\] /],
  [
    'retrieve_passages',
    () => ({ question: 'How far does a seed reach?' }),
    /^## 2014MNRAS\S+ \| Seed propagation .*paragraphs? \d+/,
  ],
  [
    'retrieve_passages',
    () => ({ question: 'How far does a seed reach?', bibcode: code.linked, limit: 1 }),
    /^## 2017A&A\S+ \| .* \| relevance \d\.\d\d\n/,
  ],
  [
    'list_notes',
    () => ({ bibcode: code.read }),
    /^\[\d+\] paragraph 3: doubtful \[99\] paragraph 0: forged \(on: "[^"]+"\)$/m,
  ],
  [
    'list_targets',
    () => ({ name: 'Vega' }),
    /^\[\d+\] Vega \| \* alf Lyr \| RA 279\.23473 Dec 38\.78369 deg \| dS\* \| papers: 2014MNRAS/,
  ],
  ['list_targets', () => ({ bibcode: code.fetched }), /^no objects found$/],
  ['extract_targets', () => ({ bibcode: code.linked }), /^HD 93250 \| HD \| 2 times\n10 Lac \| .* \| once$/],
  ['extract_targets', () => ({ text: 'near Vega and HD 209458' }), /^HD 209458 \| HD \| once/m],
];

const ASKING: [string, string, () => object, RegExp][] = [
  [
    'search_papers',
    'network',
    () => ({ q: 'title:"Seed propagation"', abstracts: true }),
    /^2014MNRAS.*\n {2}Large grids/,
  ],
  ['download_paper', 'network', () => ({ bibcode: code.fetched, force: true }), /^2024A&A.* \| downloaded$/],
  ['parse_paper', 'write', () => ({ bibcode: code.downloaded, force: true }), /^\[\d+\] ## .* characters\)$/m],
  [
    'translate_paper',
    'costly',
    () => ({ bibcode: code.translated, force: true }),
    /^translated into zh-CN: \d+ characters/,
  ],
  [
    'read_citations',
    'network',
    () => ({ bibcode: code.read, list: 'references', limit: 2 }),
    /^2014MN.*references: 5\n(?:\S+ \(cited \d+ times\)\n){2}\[3 more\]$/,
  ],
  ['add_note', 'write', () => ({ bibcode: code.read, paragraph_index: 2, note_text: 'so' }), /^note \d+ is written$/],
  [
    'ask_figure',
    'costly',
    () => ({ bibcode: code.read, figure: 1, question: 'What falls?' }),
    /^It falls with distance\.\n\n\(x1\.png: Figure 1: Success rate/,
  ],
  ['query_target', 'network', () => ({ name: 'TRAPPIST-1' }), /"object_type":.*"aliases":\[.*"alias_count":\d+/],
  [
    'associate_target',
    'write',
    () => ({ bibcode: code.fetched, name: 'Feige 110' }),
    /^linked: \[\d+\] Feige 110 \| .*papers: 2024A&A/,
  ],
  [
    'link_targets',
    'write',
    () => ({ bibcode: code.linked }),
    /^HD 93250 \| HD \| 2 times \| target \d+\n10 Lac \| .* \| once \| target \d+$/,
  ],
  [
    'export_bibtex',
    'network',
    () => ({ bibcodes: [code.read, 'arXiv:1706.90031'] }),
    /^@ARTICLE\{2014MNRAS[^]*@ARTICLE\{2017A&A/,
  ],
];

const outcome = ({ results }: ToolRun) => results.map(({ name, status, output }) => [name, status, output]);

describe('a tool that only reads', () => {
  test.each(READING)('(%s) runs at once, even in mode read_only (%#)', async (name, args, output) => {
    const before = await state();
    const called = await callTools(world, 'read_only', [{ name, arguments: args() }]);
    expect(outcome(called)).toEqual([[name, 'ok', expect.stringMatching(output)]]);
    expect(await state()).toEqual(before);
    expect(await readAudit(world, called.sessionId)).toMatchObject([{ tool_name: name, status: 'ok' }]);
    // Tools that read may only request the vector of a question.
    expect(askedOutside(world).filter((asked) => asked !== 'provider /v1/embeddings')).toEqual([]);
  });
});

describe('a tool that changes or downloads something', () => {
  test.each(ASKING)('(%s: %s) is neither offered nor run in mode read_only', async (name, _, args) => {
    const before = await state();
    const called = await callTools(world, 'read_only', [{ name, arguments: args() }], VISION);
    expect(outcome(called)).toEqual([[name, 'denied', expect.stringContaining('is read-only')]]);
    const offered = sentToModel(world)[0]?.tools?.map((tool) => tool.function.name) ?? [];
    expect(offered).not.toContain(name);
    expect(offered).toContain('read_section');
    expect(sentToModel(world)).toHaveLength(2);
    expect(askedOutside(world)).toEqual([]);
    expect(await state()).toEqual(before);
  });

  test.each(ASKING)('(%s: %s) waits for permission, then runs', async (name, access, args, output) => {
    const before = await state();
    const called = await callTools(world, 'ask', [{ name, arguments: args() }], VISION);
    expect(ofKind(called.events, 'done')[0]?.status).toBe('waiting');
    expect(called.results).toEqual([]);
    const [question] = await readQuestions(world, called.sessionId);
    expect(question?.question).toMatch(new RegExp(`^Allow ${name} \\(${access}\\) with \\{`));
    expect(sentToModel(world)).toHaveLength(1);
    expect(askedOutside(world)).toEqual([]);
    expect(await state()).toEqual(before);
    const allowed = await permit(world, called, 'allow');
    expect(outcome(allowed)).toEqual([[name, 'ok', expect.stringMatching(output)]]);
    expect(await readAudit(world, called.sessionId)).toMatchObject([{ tool_name: name, status: 'ok' }]);
  });

  test.each(ASKING)('(%s: %s) runs at once in mode auto', async (name, _, args, output) => {
    const called = await callTools(world, 'auto', [{ name, arguments: args() }], VISION);
    expect(outcome(called)).toEqual([[name, 'ok', expect.stringMatching(output)]]);
    expect(await readQuestions(world, called.sessionId)).toEqual([]);
    expect(ofKind(called.events, 'done')[0]?.status).toBe('completed');
  });
});

test('the other modes offer every tool, with descriptions of the tool and its parameters', async () => {
  const called = await callTools(world, 'ask', []);
  expect(called.results).toEqual([]);
  const tools = (sentToModel(world)[0]?.tools ?? []) as readonly {
    readonly function: {
      name: string;
      description: string;
      parameters: { properties: Record<string, { description?: string }> };
    };
  }[];
  const names = tools.map((tool) => tool.function.name);
  expect(names.toSorted()).toEqual(
    [
      ...new Set([...READING.map(([name]) => name), ...ASKING.map(([name]) => name), 'ask_user', 'subagent']),
    ].toSorted(),
  );
  for (const { function: tool } of tools) {
    expect(tool.description).toMatch(/^\w[^]*\.$/);
    for (const [name, schema] of Object.entries(tool.parameters.properties))
      expect([tool.name, name, schema.description]).toEqual([tool.name, name, expect.stringMatching(/\w/)]);
  }
});
