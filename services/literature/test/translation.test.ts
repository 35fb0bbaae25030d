import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { ConfigurationError } from '@almagest/service-kit/environment';
import { until } from '@almagest/test-kit/until';
import { readConfig } from '../src/config.ts';
import type { TranslationProgress } from '../src/application/translation/translation-progress.ts';
import { skeletonOf } from '../src/domain/translation/passages.ts';
import { pathOf } from './library-files.ts';
import { givenFound, readRecord } from './papers.ts';
import { startReplica } from './replica.ts';
import { longArticle } from './translation/long-article.ts';
import {
  asked,
  blocksOf,
  EVERY_FIFTH_DAMAGED,
  givenArticle,
  read,
  textsAsked,
  translate,
} from './translation/translation-calls.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });
afterEach(() => {
  world.lab.setLatency('provider', 0);
});

let articles = 0;

/** Returns a paper with its own untranslated article. */
async function givenPaper(key: string) {
  articles += 1;
  const article = longArticle(articles);
  const bibcode = await givenArticle(world, key, article.html);
  world.lab.clearRequests();
  return { bibcode, ...article };
}

/** The number of texts of an article that are sent to the model. Displayed formulas are not sent. */
const TEXTS = 48;

/** Terms of the included glossary for words of the article. */
const TERMS: Readonly<Record<string, string>> = {
  'stellar atmosphere': '恒星大气',
  'hot star': '热星',
  'model atmospheres': '模型大气',
  opacity: '不透明度',
  'effective temperature': '有效温度',
  'surface gravity': '表面重力',
  'radiative equilibrium': '辐射平衡',
  'mixing length': '混合长',
  'white dwarf': '白矮星',
  'magnetic field': '磁场',
};

describe('a translation', () => {
  test('reports its progress', async () => {
    const { bibcode } = await givenPaper('okonkwo2014');
    const progress = async () =>
      (await world.call('get', '/api/translate/progress').query({ bibcode }).expect(200)).body as TranslationProgress;
    expect(await progress()).toEqual({ active: false, translated: 0, total: 0 });
    world.lab.setLatency('provider', 200);
    const made = translate(world, bibcode);
    const begun = await until(async () => {
      const now = await progress();
      return now.translated > 0 && now;
    }, 'some texts to be translated');
    expect(begun).toEqual({ active: true, translated: expect.any(Number), total: TEXTS });
    expect(begun.translated).toBeLessThan(TEXTS);
    await made;
    expect(await progress()).toEqual({ active: false, translated: 0, total: 0 });
  });

  test('of 60 blocks with 200 formulas is complete even if every fifth answer is damaged', async () => {
    const { bibcode, formulas } = await givenPaper('okonkwo2014');
    world.lab.setFault('provider.chat', EVERY_FIFTH_DAMAGED);
    const translation = await translate(world, bibcode);
    const { english_content: english } = await read(world, bibcode);
    const [source, blocks] = [blocksOf(english ?? ''), blocksOf(translation)];
    expect([source.length, blocks.length, formulas.length]).toEqual([60, 60, 200]);
    for (const formula of formulas) expect([formula, translation.split(formula).length]).toEqual([formula, 2]);
    for (const [index, block] of blocks.entries()) {
      expect(skeletonOf(block)).toBe(skeletonOf(source[index] ?? ''));
      for (const [term, meaning] of Object.entries(TERMS))
        if (source[index]?.toLowerCase().includes(term)) expect(block).toContain(meaning);
    }
    expect(translation).not.toMatch(/[⟦⟧⚠]/);
    const damaged = asked(world).filter(({ fault }) => fault === 'damaged_masks').length;
    expect(damaged).toBeGreaterThanOrEqual(10);
    // Headings contain no formulas, so their answers were not damaged.
    const again = asked(world).filter(({ body }) => body.includes('Your last answer was rejected')).length;
    expect(asked(world)).toHaveLength(TEXTS + again);
    expect(again).toBeGreaterThan(damaged - 8);
    const stored = await world.sql<{ passages: string[] }>('select passages from translated_text');
    expect(stored.flatMap(({ passages }) => passages).filter((passage) => /[⟦⟧]/.test(passage))).toEqual([]);
  });

  test('is stored, and is hidden when its file is missing', async () => {
    const { bibcode } = await givenPaper('quist2017');
    expect(await read(world, bibcode)).toMatchObject({ translation_content: null, paper: { has_translation: false } });
    const translation = await translate(world, bibcode);
    expect(await read(world, bibcode)).toMatchObject({
      translation_content: translation,
      paper: { has_translation: true },
    });
    const count = asked(world).length;
    expect(await translate(world, bibcode)).toBe(translation);
    expect(asked(world)).toHaveLength(count);
    const file = await pathOf(world, bibcode, 'translation');
    expect(file).toMatch(/\.zh-CN\.md$/);
    await writeFile(file, 'what the disk says');
    expect((await read(world, bibcode)).translation_content).toBe('what the disk says');
    await rm(file);
    expect(await read(world, bibcode)).toMatchObject({ translation_content: null, paper: { has_translation: false } });
    // Texts are not requested twice, except with `force`.
    expect(await translate(world, bibcode)).toBe(translation);
    expect(asked(world)).toHaveLength(count);
    expect(await translate(world, bibcode, { force: true })).toBe(translation);
    expect(asked(world)).toHaveLength(2 * count);
  });

  test('sends the model the text and its terms, with formulas masked', async () => {
    const { bibcode, formulas } = await givenPaper('tanaka2020');
    await translate(world, bibcode);
    const bodies = asked(world).map(({ body }) => body);
    expect(bodies).toHaveLength(TEXTS);
    for (const formula of formulas.filter((formula) => !formula.includes('\n')))
      expect(bodies.filter((body) => body.includes(formula))).toEqual([]);
    expect(bodies.join()).not.toContain('#S1');
    const texts = textsAsked(world);
    expect(texts).toContainEqual(expect.stringMatching(/^Stellar winds and the grid of run \d+$/));
    expect(texts).toContainEqual(
      expect.stringMatching(
        /^Model of the star\n⟦1⟧\nTemperature of layer\n⟦2⟧\nhot wind ⟦3⟧\n⟦4⟧\nmagnetic field\n⟦5⟧\nOpacity of the grid\n⟦6⟧\n⟦7⟧ and ⟦8⟧$/,
      ),
    );
    expect(bodies.filter((body) => body.includes('stellar atmosphere'))).toHaveLength(
      bodies.filter((body) => body.includes('stellar atmosphere → 恒星大气')).length,
    );
    expect(world.lab.traffic('provider').maxConcurrent).toBeLessThanOrEqual(4);
  });

  test('keeps a block whose answers are all damaged in English, marks it, and stores no answer for it', async () => {
    const { bibcode } = await givenPaper('marchetti2007');
    world.lab.setFault('provider.chat', { kind: 'damaged_masks', only: 'in layer 23 of run' });
    const translation = await translate(world, bibcode);
    const english = blocksOf((await read(world, bibcode)).english_content ?? '');
    const left = english.find((block) => block.includes('layer 23')) ?? '';
    const blocks = blocksOf(translation);
    expect(blocks.filter((block) => block.includes('⚠'))).toEqual([`⚠ (not translated) ${left}`]);
    expect(blocks.findIndex((block) => block.includes('⚠'))).toBe(english.indexOf(left));
    expect(asked(world)).toHaveLength(TEXTS + 2);
    expect(asked(world).filter(({ body }) => body.includes('rejected: the masks ⟦7⟧ are missing. '))).toHaveLength(2);
    world.lab.clearFaults();
    world.lab.clearRequests();
    await rm(await pathOf(world, bibcode, 'translation'));
    expect(await translate(world, bibcode)).not.toContain('⚠');
    expect(textsAsked(world)).toEqual([expect.stringContaining('layer')]);
  });

  test('that the provider interrupts fails with the reason, and the next attempt requests only the rest', async () => {
    const { bibcode } = await givenPaper('delacruz2001');
    world.lab.setFault('provider.chat', { kind: 'server_error', status: 401, after: 20 });
    const { status, type, text } = await world.call('post', '/api/translate').send({ bibcode });
    expect({ status, type }).toEqual({ status: 500, type: 'text/plain' });
    expect(text).toMatch(/key/i);
    expect(text).not.toContain('lab-provider-key');
    expect(await read(world, bibcode)).toMatchObject({ translation_content: null, paper: { has_translation: false } });
    world.lab.clearFaults();
    world.lab.clearRequests();
    await translate(world, bibcode);
    expect(asked(world)).toHaveLength(TEXTS - 20);
  });

  test('with a text that the provider refuses keeps only that text in English', async () => {
    const { bibcode } = await givenPaper('zhao2023');
    world.lab.setScript([{ when: 'in layer 31 of run', finish_reason: 'content_filter', text: '' }]);
    const blocks = blocksOf(await translate(world, bibcode));
    expect(blocks.filter((block) => block.includes('⚠'))).toEqual([expect.stringContaining('layer 31')]);
    expect(asked(world)).toHaveLength(TEXTS);
  });

  test.each([
    ['that the provider filters', { finish_reason: 'content_filter', text: '' }, /filtered its answer/],
    ['whose answers are damaged', { text: '⟦99⟧' }, /answers were rejected: /],
  ] as const)('fails with the reason if it has only texts %s', async (_what, turn, why) => {
    const { bibcode } = await givenPaper('marchetti2016');
    world.lab.setScript(Array.from({ length: 3 * TEXTS }, () => ({ when: '<text>', ...turn })));
    const { status, type, text } = await world.call('post', '/api/translate').send({ bibcode });
    world.lab.setScript([]);
    expect({ status, type }).toEqual({ status: 500, type: 'text/plain' });
    expect(text).toContain(`none of the ${TEXTS} texts of ${bibcode} could be translated: `);
    expect(text).toMatch(why);
    expect(await read(world, bibcode)).toMatchObject({ translation_content: null, paper: { has_translation: false } });
    await translate(world, bibcode);
    expect(await readRecord(world, bibcode)).toMatchObject({ has_translation: true });
  });

  test('requested on two replicas at once is generated once', async () => {
    const { bibcode } = await givenPaper('nguyen2020');
    const other = await startReplica(world);
    world.lab.setLatency('provider', 20);
    const first = translate(world, bibcode);
    await until(() => asked(world).length > 0, 'the first request');
    const second = translate(other, bibcode);
    expect(await second).toBe(await first);
    expect(asked(world)).toHaveLength(TEXTS);
    await other.stop();
  });

  test('is removed with its Markdown', async () => {
    const { bibcode, html } = await givenPaper('jorgensen2015');
    const translation = await translate(world, bibcode);
    await world.call('post', '/api/parse').send({ bibcode, force: true }).expect(200);
    expect((await read(world, bibcode)).translation_content).toBe(translation);
    world.lab.clearRequests();
    await givenArticle(world, 'jorgensen2015', html.replace('in layer 14 of', 'in layer 1414 of'));
    expect(await read(world, bibcode)).toMatchObject({ translation_content: null, paper: { has_translation: false } });
    await translate(world, bibcode);
    expect(textsAsked(world)).toEqual([expect.stringContaining('layer 1414')]);
  });

  test('uses a custom glossary, and changing the glossary requests only the affected texts again', async () => {
    const { bibcode } = await givenPaper('ozdemir2016');
    await translate(world, bibcode);
    await rm(await pathOf(world, bibcode, 'translation'));
    const shipped = join(import.meta.dirname, '../glossary/zh-CN.csv');
    const glossary = join(world.libraryDir, 'glossary.csv');
    const csv = await readFile(shipped, 'utf8');
    await writeFile(glossary, csv.replace('white dwarf,白矮星', '"white dwarf","白色的矮星"'));
    const other = await startReplica(world, { GLOSSARY_FILE: glossary });
    world.lab.clearRequests();
    const translation = await translate(other, bibcode);
    expect(translation).toContain('白色的矮星');
    expect(translation).not.toContain('白矮星');
    const texts = textsAsked(world);
    expect(texts.filter((text) => !text.includes('white dwarf'))).toEqual([]);
    expect(texts.length).toBeGreaterThan(5);
    await other.stop();
  });

  test('is generated again if another language is configured', async () => {
    const { bibcode } = await givenPaper('petrov2018');
    await translate(world, bibcode);
    const other = await startReplica(world, { TRANSLATION_LANGUAGE: 'de' });
    world.lab.clearRequests();
    expect(await translate(other, bibcode)).not.toContain('恒星大气');
    expect(asked(world)[0]?.body).toContain('to German (de)');
    expect(await pathOf(world, bibcode, 'translation')).toMatch(/\.de\.md$/);
    await other.stop();
  });
});

test('a selection is translated with the glossary, keeps its formulas, and is not stored', async () => {
  const count = async () => await world.sql('select count(*)::int as number from translated_text');
  const before = await count();
  world.lab.clearRequests();
  const text = String.raw`The effective temperature is $T_{\rm eff}$ here.`;
  const { body } = await world.call('post', '/api/translate/passage').send({ text }).expect(200);
  expect(body).toMatchObject({ language: 'zh-CN', translation: expect.stringContaining('有效温度') as unknown });
  expect((body as { translation: string }).translation).toContain(String.raw`$T_{\rm eff}$`);
  expect(textsAsked(world)).toHaveLength(1);
  const formula = '$x^2$';
  const alone = await world.call('post', '/api/translate/passage').send({ text: formula }).expect(200);
  expect(alone.body).toEqual({ language: 'zh-CN', translation: formula });
  expect(asked(world)).toHaveLength(1);
  expect(await count()).toEqual(before);
  world.lab.setFault(
    'provider.chat',
    EVERY_FIFTH_DAMAGED.map((fault) => ({ ...fault, after: 0 })),
  );
  const refused = await world.call('post', '/api/translate/passage').send({ text }).expect(500);
  expect(refused.text).toContain('the selection could not be translated: ');
});

test.each(['<think>Which wind?</think>\n\n', 'Which wind?\n</think>\n'])(
  'a translation contains no reasoning such as %j, and an answer that ended early is requested again',
  async (reasoning) => {
    world.lab.clearRequests();
    world.lab.setScript([
      { text: `${reasoning}这颗恒星的星风`, finish_reason: 'length' },
      { text: `${reasoning}这颗恒星的星风很弱。` },
    ]);
    const selection = { text: 'The wind of this star is weak.' };
    const { body } = await world.call('post', '/api/translate/passage').send(selection).expect(200);
    expect(body).toEqual({ language: 'zh-CN', translation: '这颗恒星的星风很弱。' });
    expect(asked(world)).toHaveLength(2);
  },
);

test('a caller who disconnects stops the translation of a selection', async () => {
  const send = (signal: AbortSignal) =>
    fetch(`${world.url}/api/translate/passage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'The wind is weak.' }),
      signal,
    });
  world.lab.clearRequests();
  world.lab.setFault('provider.chat', { kind: 'timeout' });
  const leaving = new AbortController();
  const left = send(leaving.signal).catch(() => undefined);
  await until(() => asked(world).length === 1, 'the request to the model');
  leaving.abort();
  await left;
  world.lab.clearFaults();
  await until(async () => {
    await send(AbortSignal.timeout(60_000));
    return world.lab.requests({ route: 'provider.chat' }).at(-1)?.concurrent === 1;
  }, 'the end of the request to the model');
});

describe('a translation is refused', () => {
  const answerTo = async (bibcode: string, url = world.url) => {
    const { status, type, text } = await request(url).post('/api/translate').send({ bibcode });
    expect(type).toBe('text/plain');
    return { status, text };
  };

  test('with 404 for an unknown paper', async () => {
    expect(await answerTo('2099ApJ...999..999Z')).toMatchObject({ status: 404 });
  });

  test('with 400 if it is not downloaded or parsed, or its Markdown is missing', async () => {
    const { bibcode } = await givenFound(world, 'tanaka2012');
    const refusal = { status: 400, text: `${bibcode} is not parsed yet. Download and parse it first` };
    expect(await answerTo(bibcode)).toEqual(refusal);
    await world.call('post', '/api/download').send({ bibcode }).expect(200);
    expect(await answerTo(bibcode)).toEqual(refusal);
    await world.call('post', '/api/parse').send({ bibcode }).expect(200);
    await rm(await pathOf(world, bibcode, 'markdown'));
    expect(await answerTo(bibcode)).toEqual(refusal);
  });

  test('with 500 and the missing variables if no model is configured, but a stored translation is still returned', async () => {
    const { bibcode } = await givenPaper('gutierrez2018');
    const without = await startReplica(world, { OPENAI_BASE_URL: undefined, CHAT_MODEL: undefined });
    const { status, text } = await answerTo(bibcode, without.url);
    expect(status).toBe(500);
    expect(text).toMatch(/OPENAI_BASE_URL.*CHAT_MODEL/);
    const translation = await translate(world, bibcode);
    expect(await translate(without, bibcode)).toBe(translation);
    await without.stop();
    expect(await readRecord(world, bibcode)).toMatchObject({ has_translation: true });
  });

  test.each([
    [{ TRANSLATION_LANGUAGE: 'not a language' }, /^TRANSLATION_LANGUAGE is 'not a language'/],
    [{ GLOSSARY_FILE: '/nowhere/terms.csv' }, /^GLOSSARY_FILE: \/nowhere\/terms\.csv: ENOENT/],
    [{ GLOSSARY_FILE: import.meta.filename }, /^GLOSSARY_FILE: .*line \d+ has/],
  ])('at the start, with the name of the variable: %j', (env, message) => {
    const start = () => readConfig({ ...world.env, ...env }, []);
    expect(start).toThrow(ConfigurationError);
    expect(start).toThrow(message);
  });
});
