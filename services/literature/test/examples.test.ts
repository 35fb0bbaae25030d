// Runs the examples in docs/examples.
import { endOf, HAS_PYTHON, startExample } from '@almagest/test-kit/example-programs';
import { expect, test } from '@jest/globals';
import { literatureClient, readMarkdown, searchPapers } from '../../../docs/examples/read-paper.ts';
import { useWorld } from './world.ts';

const TOKEN = 'a-token-of-the-examples';

const world = useWorld({ worker: false, env: { API_TOKEN: TOKEN } });

const queryOf = (key: string) => `bibcode:"${world.lab.library.byKey(key).bibcode}"`;

test('the TypeScript example finds, downloads and parses a paper, and writes its Markdown', async () => {
  const query = queryOf('quist2017');
  const run = startExample('read-paper.ts', ['--url', world.url, '--token', TOKEN, '--query', query]);
  try {
    expect(await endOf(run)).toEqual([0, expect.stringMatching(/Third-order formal solvers[^]*\n## /)]);
  } finally {
    await run.kill();
  }
});

test('a client typed by the OpenAPI document rejects other parameters, and returns the errors of the service', async () => {
  const client = literatureClient(world.url, TOKEN);
  // @ts-expect-error sources are all, catalog and preprint
  const { error } = await client.GET('/api/search', { params: { query: { q: 'a', source: 'everywhere' } } });
  expect(error).toMatch(/source/);
  const [paper] = await searchPapers(client, queryOf('nguyen2020'));
  // @ts-expect-error the number of citations is citation_count
  expect(paper?.citations).toBeUndefined();
  await expect(readMarkdown(client, 'not-a-paper')).rejects.toThrow(/not-a-paper/);
  await expect(searchPapers(literatureClient(world.url), 'a')).rejects.toThrow(/token/i);
});

(HAS_PYTHON ? test : test.skip)(
  `the client in Python calls the service by its document${HAS_PYTHON ? '' : ' (SKIPPED: no python3)'}`,
  async () => {
    const document = new URL('../../../docs/openapi/literature.json', import.meta.url).pathname;
    const call = async (...words: string[]) => {
      const options = ['--document', document, '--url', world.url, ...words];
      return await endOf(startExample('openapi_client.py', options, { API_TOKEN: TOKEN }));
    };
    const { bibcode } = world.lab.library.byKey('quist2017');
    const [code, text] = await call('searchPapers', `q=bibcode:"${bibcode}"`, 'source=catalog', 'rows=1');
    expect([code, JSON.parse(text)]).toMatchObject([0, [{ bibcode }]]);
    expect(await call('askLibrary', '--body', '{"question": " "}')).toEqual([
      1,
      expect.stringContaining('body.question'),
    ]);
  },
);
