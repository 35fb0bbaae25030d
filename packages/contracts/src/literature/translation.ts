import Type from 'typebox';
import { defineOperation } from '../operation.ts';
import { PaperRequest } from './papers.ts';

export const translationOperations = {
  translatePaper: defineOperation({
    operationId: 'translatePaper',
    tag: 'reader',
    role: 'api-token-if-configured',
    failures: 'text',
    method: 'post',
    path: '/api/translate',
    summary:
      'Translates a parsed paper block by block and returns the translation when it is complete. With force, it is translated anew.',
    body: PaperRequest,
    reply: Type.Object({ translation: Type.String() }),
    statuses: [400, 401, 404, 409, 413, 500, 503],
  }),
};
