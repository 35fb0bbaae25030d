/**
 * Matches letters of a language's script. Every sentence in the language must contain such a letter. Languages in Latin
 * script cannot be distinguished this way.
 */
const LETTERS: Readonly<Record<string, RegExp>> = {
  Hans: /\p{sc=Han}/u,
  Hant: /\p{sc=Han}/u,
  Jpan: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u,
  Kore: /\p{sc=Hangul}/u,
  Cyrl: /\p{sc=Cyrillic}/u,
  Grek: /\p{sc=Greek}/u,
  Arab: /\p{sc=Arabic}/u,
  Hebr: /\p{sc=Hebrew}/u,
  Deva: /\p{sc=Devanagari}/u,
  Thai: /\p{sc=Thai}/u,
};

export function isInScriptOf(language: string, text: string): boolean {
  const { script = '' } = new Intl.Locale(language).maximize();
  return LETTERS[script]?.test(text) ?? true;
}

/** Returns the English name of the language. */
export function languageName(language: string): string {
  const { language: base, script = '' } = new Intl.Locale(language).maximize();
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return base === 'zh' ? (names.of(`${base}-${script}`) ?? language) : (names.of(language) ?? language);
}
