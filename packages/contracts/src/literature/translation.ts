import Type from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, WordedText } from '../schema.ts';
import { PaperQuery, PaperRequest } from './papers.ts';

export const translationOperations = defineOperations({
  translatePaper: {
    least: 'member',
    tag: 'reader',
    role: 'api-token-if-configured',
    failures: 'text',
    method: 'post',
    path: '/api/translate',
    summary:
      'Translates a parsed paper block by block and returns the translation when it is complete. With force, translates it again.',
    body: PaperRequest,
    reply: Type.Object({ translation: Type.String() }),
    statuses: [400, 401, 403, 404, 409, 413, 500, 503],
  },
  translationProgress: {
    least: 'reader',
    tag: 'reader',
    role: 'api-token-if-configured',
    failures: 'text',
    method: 'get',
    path: '/api/translate/progress',
    summary: 'Returns the progress of a running translation. If none is running, both numbers are 0.',
    query: PaperQuery,
    reply: Type.Object({
      active: Type.Boolean(),
      translated: Type.Integer({ description: 'Number of translated texts. A long block consists of several texts.' }),
      total: Type.Integer({
        description:
          'Number of texts of the paper. A translation may end earlier, because failed texts stay untranslated.',
      }),
    }),
    statuses: [400, 401, 403, 404, 500, 503],
  },
  translatePassage: {
    least: 'member',
    tag: 'reader',
    role: 'api-token-if-configured',
    failures: 'text',
    method: 'post',
    path: '/api/translate/passage',
    summary: 'Translates selected words with the glossary of papers. Formulas are TeX between dollar signs.',
    body: closedObject({ text: WordedText(20_000) }),
    reply: Type.Object({
      translation: Type.String(),
      language: Type.String({ description: 'A language tag (BCP 47).' }),
    }),
    statuses: [400, 401, 403, 413, 500, 503],
  },
});
