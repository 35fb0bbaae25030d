import type { ReactNode } from 'react';
import { storedValue, useStoredValue } from './stored-value.ts';

export type Language = 'en' | 'zh';

export const language = storedValue<Language>('almagest.language', ['en', 'zh'], () =>
  navigator.languages.some((tag) => tag.startsWith('zh')) ? 'zh' : 'en',
);

export const LANGUAGES: Readonly<Record<Language, { readonly name: string; readonly tag: string }>> = {
  en: { name: 'English', tag: 'en' },
  zh: { name: '简体中文', tag: 'zh-Hans' },
};

/** Sets the document's language, which determines its fonts and the voice of screen readers. */
export function followLanguage(): void {
  const apply = () => {
    document.documentElement.lang = LANGUAGES[language.read()].tag;
  };
  language.subscribe(apply);
  apply();
}

export function useLanguage(): Language {
  return useStoredValue(language);
}

/** A text, or a function that builds it from values. */
type Message = string | ((...values: never[]) => ReactNode);

/** One message in all languages. The texts differ, but take the same values. */
type Translated<M> = M extends { readonly en: infer E }
  ? Readonly<Record<Language, E extends string ? string : E>>
  : never;

type Catalogue = Readonly<Record<string, Readonly<Record<Language, Message>>>>;

type Messages<C extends Catalogue> = { readonly [K in keyof C]: C[K]['en'] extends string ? string : C[K]['en'] };

/** Defines the messages of a view in all languages. A missing language or differing values are a compile error. */
export function defineMessages<const C extends Catalogue & { readonly [K in keyof C]: Translated<C[K]> }>(
  catalogue: C,
): C {
  return catalogue;
}

const inLanguage = new Map<Language, WeakMap<Catalogue, unknown>>();

export function messagesIn<C extends Catalogue>(catalogue: C, chosen: Language): Messages<C> {
  const known = inLanguage.get(chosen) ?? new WeakMap<Catalogue, unknown>();
  inLanguage.set(chosen, known);
  const found = known.get(catalogue) as Messages<C> | undefined;
  if (found !== undefined) return found;
  const entries = Object.entries(catalogue).map(([key, message]) => [key, message[chosen]]);
  const messages = Object.fromEntries(entries) as Messages<C>;
  known.set(catalogue, messages);
  return messages;
}

/** Returns the messages in the user's language. */
export function useMessages<C extends Catalogue>(catalogue: C): Messages<C> {
  return messagesIn(catalogue, useLanguage());
}
