import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable } from '../schema.ts';
import { PaperQuery, StandardPaper } from './papers.ts';
import { PaperReference } from './vocabulary.ts';
import { WorkProgress } from './work-progress.ts';

/** A language code of Tesseract: `eng`, `chi_sim`, `script/Latin`. */
const RecognitionLanguage = Type.String({
  minLength: 2,
  maxLength: 40,
  pattern: '^[A-Za-z][A-Za-z0-9_]*(?:/[A-Za-z_]+)?$',
});

export const RecognitionRequest = closedObject({
  bibcode: PaperReference,
  languages: Type.Optional(
    Type.Array(RecognitionLanguage, {
      minItems: 1,
      maxItems: 5,
      description: "Tesseract's codes, the main language first. Default: English.",
    }),
  ),
  force: Type.Optional(Type.Boolean({ description: 'Recognises the text again, even if the PDF contains text.' })),
});
export type RecognitionRequest = Static<typeof RecognitionRequest>;

export const RecognitionOffer = Type.Object({
  /** Whether the machine of the service has the program. */
  is_available: Type.Boolean(),
  program: Nullable(Type.String({ description: 'Includes the version: `tesseract 5.3.0`.' })),
  /** Languages for which the program has data. */
  languages: Type.Array(Type.String()),
  reason: Nullable(Type.String({ description: 'Why text recognition is not available, and what to do.' })),
});
export type RecognitionOffer = Static<typeof RecognitionOffer>;

export const RecognisedText = Type.Object({ paper: StandardPaper, markdown: Type.String() });
export type RecognisedText = Static<typeof RecognisedText>;

const call = { tag: 'library', role: 'api-token-if-configured', failures: 'text', path: '/api/paper/ocr' } as const;

export const textRecognitionOperations = defineOperations({
  readRecognitionOffer: {
    ...call,
    least: 'reader',
    method: 'get',
    summary: 'Returns whether the service can recognise the text of scanned PDFs (OCR), and in which languages.',
    reply: RecognitionOffer,
    statuses: [401, 403, 500],
  },
  recogniseText: {
    ...call,
    least: 'member',
    method: 'post',
    summary:
      'Recognises the text of a scanned PDF (OCR) and stores it like a parse, marked as recognised. Takes a few seconds per page. Stops when the caller disconnects, and resumes at the same page in the next request.',
    body: RecognitionRequest,
    reply: RecognisedText,
    statuses: [400, 401, 403, 404, 409, 413, 500, 503],
  },
  recognitionProgress: {
    ...call,
    path: '/api/paper/ocr/progress',
    least: 'reader',
    method: 'get',
    summary: 'Returns how many pages of a running text recognition are done.',
    query: PaperQuery,
    reply: WorkProgress,
    statuses: [400, 401, 403, 404, 500],
  },
});
