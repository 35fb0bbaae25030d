import type { PaperText } from '@almagest/contracts/literature';
import type { SeenRequest } from '@almagest/upstream-lab';
import request from 'supertest';
import { givenFound } from '../papers.ts';
import type { World } from '../world.ts';

/** Parses this HTML as the full text of a paper. */
export async function givenArticle(world: World, key: string, html: string): Promise<string> {
  const { bibcode } = await givenFound(world, key);
  await world
    .call('post', '/api/upload')
    .field('bibcode', bibcode)
    .field('type', 'html')
    .attach('file', Buffer.from(html), 'f')
    .expect(200);
  await world.call('post', '/api/parse').send({ bibcode, force: true }).expect(200);
  return bibcode;
}

export async function translate(world: { readonly url: string }, bibcode: string, more: object = {}): Promise<string> {
  const { status, text, body } = await request(world.url)
    .post('/api/translate')
    .send({ bibcode, ...more });
  if (status !== 200) throw new Error(`translating ${bibcode} gave ${status}: ${text}`);
  return (body as { translation: string }).translation;
}

export async function read(world: World, bibcode: string): Promise<PaperText> {
  return (await world.call('get', '/api/paper').query({ bibcode }).expect(200)).body as PaperText;
}

export function asked(world: World): readonly SeenRequest[] {
  return world.lab.requests({ route: 'provider.chat' });
}

/** Returns the fenced texts in the translation requests, in order. */
export function textsAsked(world: World): string[] {
  return asked(world).map(({ body }) => {
    const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
    const text = /^<text>\n([^]*?)\n<\/text>/.exec(messages.at(-1)?.content ?? '')?.[1];
    if (text === undefined) throw new Error(`no fenced text in ${body}`);
    return text;
  });
}

/** Damages a mask in every fifth answer of the model, often enough for a long article. */
export const EVERY_FIFTH_DAMAGED = Array.from(
  { length: 60 },
  () => ({ kind: 'damaged_masks', after: 4, times: 1 }) as const,
);

/** Splits Markdown into blocks. No block may contain an empty line. */
export const blocksOf = (markdown: string): string[] => markdown.trimEnd().split('\n\n');
