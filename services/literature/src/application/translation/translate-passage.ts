import { Refusal } from '@almagest/service-kit/refusal';
import { findTerms } from '../../domain/translation/glossary.ts';
import { requestsForText, withPassages } from '../../domain/translation/translation-request.ts';
import type { TranslateDeps } from './translate-paper.ts';
import { translateText } from './translate-text.ts';

/** Translates selected text with the masks and the glossary of papers. Does not store the translation. */
export async function translatePassage(
  { models, translation: { language, glossary } }: Pick<TranslateDeps, 'models' | 'translation'>,
  text: string,
  signal: AbortSignal,
): Promise<{ translation: string; language: string }> {
  const model = models.chat();
  const requests = requestsForText(text);
  const texts = new Map<number, string>();
  for (const ask of requests) {
    const { passages, fault } = await translateText(
      model,
      { ask, terms: findTerms(ask.text, glossary), language },
      signal,
    );
    if (fault !== undefined) throw new Refusal('upstream_failed', `the selection could not be translated: ${fault}`);
    for (const [nth, place] of ask.places.entries()) texts.set(place, passages[nth] ?? '');
  }
  // If the list of requests is empty, the selection contains only formulas and symbols.
  const [first] = requests;
  return { translation: first === undefined ? text : withPassages(first.parts, texts), language };
}
