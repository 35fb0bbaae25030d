import Type, { type Static } from 'typebox';

/** The quality of the text recognised in a scan. */
const Recognition = Type.Object({
  program: Type.String({ description: 'Includes the version: `tesseract 5.3.0`.' }),
  languages: Type.Array(Type.String(), { description: "Tesseract's codes, the main language first: `eng`." }),
  confidence: Type.Number({
    description: "The program's mean confidence per word, from 0 to 1, weighted by the number of letters.",
  }),
  doubtful_pages: Type.Array(Type.Integer(), {
    description: 'Pages of the PDF with a confidence below 0.8, or without any word.',
  }),
});

const UnknownGlyphs = Type.Object({
  count: Type.Integer({ description: 'How often the glyph is printed.' }),
  glyphs: Type.Array(
    Type.Object({
      font: Type.String({ description: 'Empty if the PDF does not name it.' }),
      code: Type.Integer({ description: 'The code of the glyph in its font.' }),
      count: Type.Integer(),
    }),
    { description: 'The most frequent glyphs, at most 20.' },
  ),
});

const UnplacedWords = Type.Object({
  page: Type.Integer(),
  words: Type.Integer({ description: 'How many words of the page are missing from the text.' }),
});

/** Doubts about the text that was read from a PDF. */
export const TextQuality = Type.Object(
  {
    ocr: Type.Optional(Recognition),
    unknown_glyphs: Type.Optional(UnknownGlyphs),
    unreadable_pages: Type.Optional(Type.Array(Type.Integer())),
    unplaced_words: Type.Optional(Type.Array(UnplacedWords)),
  },
  {
    description:
      'Doubts about the text. `ocr`: it was recognised in a scan. `unknown_glyphs`: glyphs that the PDF does not identify. The text has U+FFFD or nothing in their place. `unreadable_pages`: pages of the PDF whose letters are unidentified bitmaps (Type 3 fonts). `POST /api/paper/ocr` recognises them. `unplaced_words`: words printed in another direction than their page, which the text omits.',
  },
);
export type TextQuality = Static<typeof TextQuality>;
