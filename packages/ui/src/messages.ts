import type { ReactNode } from 'react';
import { storedValue, useStoredValue } from './stored-value.ts';

/** The languages of the applications. */
export type Language = 'en' | 'zh';

export const language = storedValue<Language>('almagest.language', ['en', 'zh'], () =>
  navigator.languages.some((tag) => tag.startsWith('zh')) ? 'zh' : 'en',
);

export const LANGUAGES: Readonly<Record<Language, { readonly name: string; readonly tag: string }>> = {
  en: { name: 'English', tag: 'en' },
  zh: { name: '简体中文', tag: 'zh-Hans' },
};

/** Keeps the language of the document, by which browsers choose fonts and screen readers their voice. */
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

/** A text, or what makes one of numbers and names. */
type Message = string | ((...values: never[]) => ReactNode);

/** What a message is in every language: texts may differ, but they take the same values. */
type Translated<M> = M extends { readonly en: infer E }
  ? Readonly<Record<Language, E extends string ? string : E>>
  : never;

type Catalogue = Readonly<Record<string, Readonly<Record<Language, Message>>>>;

/** The messages of a catalogue in one language. */
type Messages<C extends Catalogue> = { readonly [K in keyof C]: C[K]['en'] extends string ? string : C[K]['en'] };

/**
 * The messages of a view, each in all languages beside each other: one that lacks a language, or takes other values in
 * it, does not compile.
 */
export function defineMessages<const C extends Catalogue & { readonly [K in keyof C]: Translated<C[K]> }>(
  catalogue: C,
): C {
  return catalogue;
}

const inLanguage = new Map<Language, WeakMap<Catalogue, unknown>>();

/** The messages of a catalogue in a language. */
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

/** The messages of a catalogue in the language that the user has chosen. */
export function useMessages<C extends Catalogue>(catalogue: C): Messages<C> {
  return messagesIn(catalogue, useLanguage());
}
