import Type from 'typebox';
import { WordedText } from '../schema.ts';
import { CollectionId, PaperNames, TagName } from './exchange.ts';
import { ReadingState } from './vocabulary.ts';

const Year = Type.Integer({ minimum: 0, maximum: 9_999 });

/** Conditions on papers of the library. All of them must hold. */
export const LibraryConditions = {
  /** The paper has one of these current or former bibcodes. */
  bibcode: Type.Optional(PaperNames('Bibcodes, separated by blanks or commas.')),
  /** Includes subcollections. */
  collection: Type.Optional(CollectionId),
  /** Excludes subcollections. */
  directly_in: Type.Optional(CollectionId),
  has_collections: Type.Optional(Type.Boolean()),
  has_tags: Type.Optional(Type.Boolean()),
  tag: Type.Optional(TagName),
  year_from: Type.Optional(Year),
  year_to: Type.Optional(Year),
  reading_state: Type.Optional(ReadingState),
  is_starred: Type.Optional(Type.Boolean()),
  /** Whether there is a PDF or HTML file. */
  has_full_text: Type.Optional(Type.Boolean()),
  /** Whether the last download or parse failed. Papers marked as having no full text have not failed. */
  has_failed: Type.Optional(Type.Boolean()),
  has_notes: Type.Optional(Type.Boolean()),
  has_doi: Type.Optional(Type.Boolean()),
  has_preprint_id: Type.Optional(Type.Boolean()),
  /** Words that must all occur in the title. */
  title: Type.Optional(WordedText(200)),
  /** Words that must all occur in the names of the authors. */
  author: Type.Optional(WordedText(200)),
  /** The name of the journal, case-insensitive. */
  journal: Type.Optional(WordedText(300)),
  /**
   * Words or parts of words that must all occur in title, authors or identifiers. Other forms of a word also match in
   * the title.
   */
  words: Type.Optional(WordedText(200)),
};
