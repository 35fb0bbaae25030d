import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@almagest/service-kit/environment';
import { indexGlossary, type Glossary } from './domain/translation/glossary.ts';
import { parseGlossary } from './domain/translation/glossary-file.ts';
import { SETTINGS } from './settings.ts';

export interface TranslationConfig {
  /** A language tag (BCP 47) in its canonical form. */
  readonly language: string;
  readonly glossary: Glossary;
}

/** The folder of the glossaries that ship with the service, next to `src` and `dist`. */
const SHIPPED = join(import.meta.dirname, '../glossary');
const LANGUAGE_OF_SHIPPED = 'zh-CN';

export function readTranslation(env: Environment): TranslationConfig {
  const given = env.text(SETTINGS.translationLanguage);
  const language = canonical(given);
  if (language === undefined) env.refuse(`TRANSLATION_LANGUAGE is '${given}'. Expected a language tag such as zh-CN`);
  const file = env.optional(SETTINGS.glossaryFile) ?? shippedFor(language ?? LANGUAGE_OF_SHIPPED);
  try {
    const entries = file === undefined ? [] : parseGlossary(readFileSync(file, 'utf8'));
    return { language: language ?? LANGUAGE_OF_SHIPPED, glossary: indexGlossary(entries) };
  } catch (error) {
    env.refuse(`GLOSSARY_FILE: ${file}: ${(error as Error).message}`);
    return { language: LANGUAGE_OF_SHIPPED, glossary: new Map() };
  }
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** Finds the shipped glossary for a language. Compares scripts, so that `zh-CN` and `zh-SG` use the same glossary. */
function shippedFor(tag: string): string | undefined {
  const { language, script } = new Intl.Locale(tag).maximize();
  return language === 'zh' && script === 'Hans' ? join(SHIPPED, `${LANGUAGE_OF_SHIPPED}.csv`) : undefined;
}
