import Type from 'typebox';
import { WordedText } from '../schema.ts';
import { CollectionId, PaperNames, TagName } from './exchange.ts';
import { ReadingState } from './vocabulary.ts';

const Year = Type.Integer({ minimum: 0, maximum: 9_999 });

/** Conditions on papers of the library, all of which hold. */
export const LibraryConditions = {
  /** One of these, under their present or former bibcodes. */
  bibcode: Type.Optional(PaperNames('Bibcodes, separated by blanks or commas.')),
  /** With the collections inside it. */
  collection: Type.Optional(CollectionId),
  /** Without the collections inside it. */
  directly_in: Type.Optional(CollectionId),
  has_collections: Type.Optional(Type.Boolean()),
  has_tags: Type.Optional(Type.Boolean()),
  tag: Type.Optional(TagName),
  year_from: Type.Optional(Year),
  year_to: Type.Optional(Year),
  reading_state: Type.Optional(ReadingState),
  is_starred: Type.Optional(Type.Boolean()),
  /** Whether there is a PDF or an HTML. */
  has_full_text: Type.Optional(Type.Boolean()),
  /** Whether the last download or parse failed. One that is marked as without full text has not failed. */
  has_failed: Type.Optional(Type.Boolean()),
  has_notes: Type.Optional(Type.Boolean()),
  has_doi: Type.Optional(Type.Boolean()),
  has_preprint_id: Type.Optional(Type.Boolean()),
  /** Words that all occur in the title. */
  title: Type.Optional(WordedText(200)),
  /** Words that all occur in the names of the authors. */
  author: Type.Optional(WordedText(200)),
  /** The journal by its name, in any case. */
  journal: Type.Optional(WordedText(300)),
  /** Words, or parts of them, that all occur in title, authors or identifiers; in the title also in other forms. */
  words: Type.Optional(WordedText(200)),
};
