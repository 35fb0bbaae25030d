// Finds papers and reads one, from TypeScript, with a client whose types are generated from docs/openapi/literature.json.
//
//   node docs/examples/read-paper.ts --url http://127.0.0.1:8000 --query 'author:"Kurucz"' > paper.md
//
// It searches, downloads the full text of the first paper found, parses it and writes its Markdown. `--token` is the
// service's API_TOKEN, if it has one. Needs Node.js 24. In your own project, run `npm install openapi-fetch` and copy
// docs/openapi/literature.d.ts next to your code.
import { parseArgs } from 'node:util';
import createClient from 'openapi-fetch';
import type { paths, StandardPaper } from '../openapi/literature.d.ts';

/** A client of one literature service. The compiler checks every path, query, body and answer. */
export function literatureClient(baseUrl: string, token?: string) {
  return createClient<paths>({
    baseUrl,
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  });
}

export type LiteratureClient = ReturnType<typeof literatureClient>;

/** Returns the papers that match a query, best first. Throws an error with the service's own message. */
export async function searchPapers(client: LiteratureClient, q: string): Promise<StandardPaper[]> {
  const { data, error } = await client.GET('/api/search', { params: { query: { q, rows: 5 } } });
  if (data === undefined) throw new Error(error);
  return data;
}

/** Returns the Markdown of a paper. Downloads and parses the paper first if that has not been done yet. */
export async function readMarkdown(client: LiteratureClient, bibcode: string): Promise<string> {
  const downloaded = await client.POST('/api/download', { body: { bibcode } });
  if (downloaded.data === undefined) throw new Error(downloaded.error);
  const { is_downloaded: isThere, html_error: htmlError, pdf_error: pdfError } = downloaded.data;
  if (!isThere) throw new Error(`no full text of ${bibcode}. HTML: ${htmlError}; PDF: ${pdfError}`);
  const parsed = await client.POST('/api/parse', { body: { bibcode } });
  if (parsed.data === undefined) throw new Error(parsed.error);
  return parsed.data.markdown;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8000' },
      token: { type: 'string' },
      query: { type: 'string' },
    },
  });
  if (values.query === undefined) throw new Error('--query is required');
  const client = literatureClient(values.url, values.token);
  const [paper] = await searchPapers(client, values.query);
  if (paper === undefined) throw new Error(`nothing found for ${values.query}`);
  console.error(`${paper.bibcode}: ${paper.title}`);
  console.log(await readMarkdown(client, paper.bibcode));
}
