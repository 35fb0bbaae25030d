import type { LibraryAnswer } from '@almagest/contracts/literature';
import { until } from '@almagest/test-kit/until';
import { givenFound, type Entry } from '../papers.ts';
import type { World } from '../world.ts';

/** Downloads and parses a paper of the sources. */
export async function givenParsed(world: World, key: string): Promise<Entry> {
  const entry = await givenFound(world, key);
  await world.call('post', '/api/download').send({ bibcode: entry.bibcode }).expect(200);
  await world.call('post', '/api/parse').send({ bibcode: entry.bibcode }).expect(200);
  return entry;
}

/** Makes pages long enough to count as papers. */
const FILLER = 'Nothing of this matters to anybody who reads on. '.repeat(40);

/** Replaces a paper's full text at the sources with these paragraphs, each in its own section. */
export async function givenText(world: World, key: string, paragraphs: readonly string[]): Promise<Entry> {
  const entry = await givenFound(world, key);
  const sections = [FILLER, ...paragraphs].map(
    (text, index) =>
      `<section class="ltx_section"><h2 class="ltx_title ltx_title_section">Part ${index}</h2><div class="ltx_para"><p class="ltx_p">${text}</p></div></section>`,
  );
  const page = `<!DOCTYPE html><html><body><article class="ltx_document"><h1 class="ltx_title ltx_title_document">${entry.paper.key}</h1>${sections.join('')}</article></body></html>`;
  await world
    .call('post', '/api/upload')
    .field('bibcode', entry.bibcode)
    .field('type', 'html')
    .attach('file', Buffer.from(page), 'f')
    .expect(200);
  await world.call('post', '/api/parse').send({ bibcode: entry.bibcode, force: true }).expect(200);
  return entry;
}

export async function ask(world: World, question: string, limit?: number): Promise<LibraryAnswer> {
  const { body } = await world.call('post', '/api/chat/rag').send({ question, limit }).expect(200);
  return body as LibraryAnswer;
}

interface SentMessages {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** Returns the rules and the question in the last request to the chat model, or undefined without such a request. */
export function lastPrompt(world: World): { readonly rules: string; readonly shown: string } | undefined {
  const [rules, shown] = lastMessages(world);
  if (rules === undefined) return undefined;
  return { rules: rules.content ?? '', shown: shown?.content ?? '' };
}

export function lastMessages(world: World): SentMessages['messages'] {
  const body = world.lab.requests({ route: 'provider.chat' }).at(-1)?.body;
  return body === undefined ? [] : (JSON.parse(body) as SentMessages).messages;
}

/** Returns the numbers and codes of the passages in the last request to the chat model, in order. */
export function shownPassages(world: World): { readonly source: number; readonly bibcode: string }[] {
  const heads = lastPrompt(world)?.shown.matchAll(/^\[(\d+)\] > (\S+)/gm) ?? [];
  return [...heads].map(([, source, bibcode = '']) => ({ source: Number(source), bibcode }));
}

export async function untilEmbedded(world: World): Promise<void> {
  await until(async () => {
    const [row] = await world.sql<{ missing: number }>(
      `select count(*)::int as missing from chunk_vector where model <> 'lab-embedding'`,
    );
    return row?.missing === 0;
  }, 'every chunk to have its vector');
}

export function embeddedTexts(world: World): string[] {
  return world.lab
    .requests({ route: 'provider.embeddings' })
    .flatMap(({ body }) => (JSON.parse(body) as { readonly input: readonly string[] }).input);
}
