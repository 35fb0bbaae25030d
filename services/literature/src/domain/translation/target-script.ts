/** Scripts in which a sentence cannot be without a letter of theirs. Of Latin ones nothing can be told. */
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

/** Whether a text of some sentences may be in the language, going by its letters. */
export function isInScriptOf(language: string, text: string): boolean {
  const { script = '' } = new Intl.Locale(language).maximize();
  return LETTERS[script]?.test(text) ?? true;
}

/** What the language is called in English. */
export function languageName(language: string): string {
  const { language: base, script = '' } = new Intl.Locale(language).maximize();
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return base === 'zh' ? (names.of(`${base}-${script}`) ?? language) : (names.of(language) ?? language);
}
