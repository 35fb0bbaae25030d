import { createHash } from 'node:crypto';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { requestsForBlock, sourcesOf, withPassages } from '../../domain/translation/translation-request.ts';
import { findTerms, glossaryVersion, type Glossary } from '../../domain/translation/glossary.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import { listBlocks, type BlockRow } from '../../persistence/reading/block-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { storeFileTranslation } from '../../persistence/full-text/file-repository.ts';
import { findPapers, saveToLibrary, lockPaper, type PaperRow } from '../../persistence/papers/paper-repository.ts';
import {
  deleteTranslated,
  storeTranslated,
  findTranslated,
  type TextKey,
} from '../../persistence/translation/translation-repository.ts';
import type { ChatModel, LanguageModels } from '../../sources/language-model/language-model.ts';
import { recordPaperChange } from '../papers/record-paper-change.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { translationOf } from '../papers/standard-paper.ts';
import { readMarkdown } from '../reading/parse-paper.ts';
import { indexTranslation } from './index-translation.ts';
import { paperMerged, withTranslationLease } from './translation-lease.ts';
import { translateText, type TextToTranslate } from './translate-text.ts';

export interface TranslateDeps {
  readonly db: Db;
  readonly files: LibraryStore;
  readonly models: LanguageModels;
  readonly translation: {
    /** A language tag (BCP 47). */
    readonly language: string;
    readonly glossary: Glossary;
  };
}

const CONCURRENCY = 4;

/** Returns the stored translation of a paper, or translates it. */
export async function translatePaper(
  deps: TranslateDeps,
  { bibcode, force = false }: { bibcode: string; force?: boolean },
  signal?: AbortSignal,
): Promise<{ translation: string }> {
  return { translation: await translate(deps, await requirePaper(deps.db, bibcode), { force, signal }) };
}

export async function readTranslation(files: LibraryStore, paper: PaperRow): Promise<string | undefined> {
  const location = translationOf(paper);
  return location === null ? undefined : await files.readText(location);
}

/**
 * Translates a paper block by block. Stores each accepted answer immediately, so that the next attempt after an
 * interruption requests only the missing answers. `force` first deletes the stored answers for the paper's texts.
 */
export async function translate(
  deps: TranslateDeps,
  paper: PaperRow,
  { force, signal }: { readonly force: boolean; readonly signal?: AbortSignal | undefined },
): Promise<string> {
  if ((await readMarkdown(deps.files, paper)) === undefined)
    throw new Refusal('malformed', `${paper.bibcode} is not parsed yet. Download and parse it first`);
  const known = force ? undefined : await readCurrent(deps, paper);
  if (known !== undefined) return known;
  const model = deps.models.chat();
  return await withTranslationLease(deps.db, paper, signal, async (signal) => {
    const now = (await findPapers(deps.db, [paper.id])).get(paper.id);
    if (now === undefined) throw paperMerged(paper.bibcode);
    // Another process may have completed the translation in the meantime.
    return (force ? undefined : await readCurrent(deps, now)) ?? (await make(deps, now, { model, force, signal }));
  });
}

/** Returns the stored translation if it is in the configured language. */
async function readCurrent({ files, translation }: TranslateDeps, paper: PaperRow): Promise<string | undefined> {
  return paper.translation_language === translation.language ? await readTranslation(files, paper) : undefined;
}

interface Making {
  readonly model: ChatModel;
  readonly force: boolean;
  readonly signal: AbortSignal;
}

async function make(deps: TranslateDeps, paper: PaperRow, { model, force, signal }: Making): Promise<string> {
  const { db, files, translation } = deps;
  const blocks = await listBlocks(db, paper.id);
  const texts = textsToTranslate(blocks, model.name, translation);
  const keys = texts.map(({ key }) => key);
  if (force) await deleteTranslated(db, keys);
  const passages = await findTranslated(db, keys);
  const faults = await translateMissing(deps, { texts, passages, model, signal });
  if (texts.length > 0 && faults.length === texts.length) {
    const what = `none of the ${texts.length} texts of ${paper.bibcode} could be translated`;
    throw new Refusal('upstream_failed', `${what}: ${faults[0] ?? ''}`);
  }
  const translated = assemble(blocks, texts, passages);
  const markdown = `${translated.join('\n\n')}\n`;
  const location = await files.write(paper.id, `${translation.language}.md`, markdown);
  await inTransaction(db, async (trx) => {
    const now = await lockPaper(trx, paper.id);
    if (now === undefined) throw paperMerged(paper.bibcode);
    if (now.markdown_location !== paper.markdown_location || now.markdown_outdated)
      throw new Refusal('conflict', `the text of ${paper.bibcode} has changed. Parse it, then translate it again`);
    await indexTranslation(trx, paper.id, blocks, translated);
    const made = { translation_location: location, translation_language: translation.language };
    await saveToLibrary(trx, paper.id, made);
    await recordPaperChange(trx, now.bibcode, { translated: translation.language });
    const { markdown_location, markdown_source } = now;
    if (markdown_location !== null && markdown_source !== null)
      await storeFileTranslation(trx, markdown_source, { ...made, markdown_location });
  });
  return markdown;
}

interface PlacedText extends TextToTranslate {
  /** The position of the block in the paper. */
  readonly position: number;
  readonly key: TextKey;
}

export function textsToTranslate(
  blocks: readonly BlockRow[],
  model: string,
  translation: TranslateDeps['translation'],
): PlacedText[] {
  return blocks.flatMap((block, position) => textsOf(block, position, model, translation));
}

function textsOf(
  { kind, markdown }: BlockRow,
  position: number,
  model: string,
  { language, glossary }: TranslateDeps['translation'],
): PlacedText[] {
  return requestsForBlock(kind, markdown).map((ask) => {
    const terms = findTerms(ask.text, glossary);
    const textHash = hashOf(JSON.stringify(sourcesOf(ask)));
    return {
      ask,
      terms,
      language,
      position,
      key: { textHash, model, language, glossaryHash: hashOf(glossaryVersion(terms)) },
    };
  });
}

/**
 * Translates the missing passages. Requests several texts concurrently. If one request fails, answers to the other
 * requests are still stored. Returns the reason for each text that was not translated.
 */
async function translateMissing(
  { db }: TranslateDeps,
  {
    texts,
    passages,
    model,
    signal,
  }: {
    readonly texts: readonly PlacedText[];
    readonly passages: (readonly string[] | undefined)[];
    readonly model: ChatModel;
    readonly signal: AbortSignal;
  },
): Promise<string[]> {
  const faults: string[] = [];
  const missing = [...texts.entries()].filter(([index]) => passages[index] === undefined).values();
  let failed = false;
  const work = async () => {
    for (const [index, text] of missing) {
      if (failed) return;
      signal.throwIfAborted();
      const translated = await translateText(model, text, signal);
      passages[index] = translated.passages;
      if (translated.fault === undefined) await storeTranslated(db, text.key, translated.passages);
      else faults.push(translated.fault);
    }
  };
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    try {
      await work();
    } catch (error) {
      failed = true;
      throw error;
    }
  });
  await Promise.allSettled(workers);
  await Promise.all(workers);
  return faults;
}

/** Replaces the passages of the blocks with their translations, in the same order. */
function assemble(
  blocks: readonly BlockRow[],
  texts: readonly PlacedText[],
  passages: readonly (readonly string[] | undefined)[],
): string[] {
  const ofBlock = Map.groupBy(texts.entries(), ([, { position }]) => position);
  return blocks.map(({ markdown }, position) => {
    const own = ofBlock.get(position) ?? [];
    const [first] = own;
    if (first === undefined) return markdown;
    const places = own.flatMap(([index, { ask }]) =>
      ask.places.map((place, nth): [number, string] => [place, passages[index]?.[nth] ?? '']),
    );
    return withPassages(first[1].ask.parts, new Map(places));
  });
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
