import { findAbbreviations, otherForms } from './abbreviations.ts';
import { americanSpelling } from './american-spelling.ts';
import { joinedNames, joinedWords } from './joined-names.ts';
import { searchWords } from './search-words.ts';

interface Passage {
  readonly headings: readonly string[];
  readonly text: string;
}

/** The search words of a passage, in the form that `searchWords` returns. */
export interface PassageWords {
  readonly headingWords: string;
  readonly textWords: string;
  /** Other forms of the words in the text. A question may use these forms instead. */
  readonly impliedWords: string;
}

/**
 * Adds the search words of each passage of a paper, including American spellings, names as one word, and abbreviations
 * with their meanings. Keeps the words of the text too, because the search for exact words uses them.
 */
export function withWords<T extends Passage>(passages: readonly T[]): (T & PassageWords)[] {
  const abbreviations = findAbbreviations(passages.map(({ text }) => text).join('\n'));
  return passages.map((passage) => {
    const { headings, text } = passage;
    const heading = headings.join('\n');
    const headingWords = searchWords(heading);
    const textWords = searchWords(text);
    const forms = searchWords(otherForms(text, abbreviations).join('\n'));
    return {
      ...passage,
      headingWords: [headingWords, ...respelled(headingWords), ...joinedNames(heading)].join(' '),
      textWords,
      impliedWords: [...respelled(textWords), ...joinedNames(text), americanSpelling(forms.toLowerCase())].join(' '),
    };
  });
}

function respelled(words: string): string[] {
  const given = words.toLowerCase().match(/[a-z]{4,}/g) ?? [];
  return given.map((word) => americanSpelling(word)).filter((word, place) => word !== given[place]);
}

/** The search words of a question. */
export interface QuestionWords {
  readonly words: string;
  /**
   * Names and pairs of neighbouring words, each joined into one word. Joined words that occur in no passage have no
   * effect.
   */
  readonly joined: string;
}

export function questionWords(question: string): QuestionWords {
  return {
    words: americanSpelling(searchWords(question).toLowerCase()),
    joined: joinedWords(question).join(' '),
  };
}
