import Type, { type Static } from 'typebox';

/** How text recognition read a scan. */
const Recognition = Type.Object({
  program: Type.String({ description: 'With its version: `tesseract 5.3.0`.' }),
  languages: Type.Array(Type.String(), { description: 'Codes of the program, the main language first: `eng`.' }),
  confidence: Type.Number({
    description: 'From 0 to 1: how sure the program is of its words on average, weighted by their letters.',
  }),
  doubtful_pages: Type.Array(Type.Integer(), {
    description: 'Pages of the PDF with a confidence below 0.8, or without any word.',
  }),
});

const UnknownGlyphs = Type.Object({
  count: Type.Integer({ description: 'How often such a glyph is printed.' }),
  glyphs: Type.Array(
    Type.Object({
      font: Type.String({ description: 'Empty if the PDF does not name it.' }),
      code: Type.Integer({ description: 'The code of the glyph in its font.' }),
      count: Type.Integer(),
    }),
    { description: 'The most frequent ones, at most 20.' },
  ),
});

/** What is doubtful about the text that was read from a PDF. */
export const TextQuality = Type.Object(
  {
    ocr: Type.Optional(Recognition),
    unknown_glyphs: Type.Optional(UnknownGlyphs),
    unreadable_pages: Type.Optional(Type.Array(Type.Integer())),
  },
  {
    description:
      'What is doubtful about the text. `ocr`: it was recognised in a scan. `unknown_glyphs`: signs of which the PDF does not say what they are; the text has U+FFFD in their place, or nothing. `unreadable_pages`: pages of the PDF whose letters are bitmaps (Type 3 fonts) of which it does not say which letters they are; `POST /api/paper/ocr` recognises them.',
  },
);
export type TextQuality = Static<typeof TextQuality>;
