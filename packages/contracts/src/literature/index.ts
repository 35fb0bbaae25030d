import { agentOperations } from './agent.ts';
import { batchOperations } from './batches.ts';
import { figureOperations } from './figure-questions.ts';
import { API_VERSION, openApiDocument } from '../openapi.ts';
import { noteOperations } from './notes.ts';
import { paperOperations } from './papers.ts';
import { pageOperations } from './reader.ts';
import { questionOperations } from './questions.ts';
import { serviceOperations } from '../service-operations.ts';
import { targetOperations } from './targets.ts';
import { translationOperations } from './translation.ts';

export * from './agent.ts';
export * from './batches.ts';
export * from './figure-questions.ts';
export * from './notes.ts';
export * from './papers.ts';
export * from './reader.ts';
export * from './targets.ts';
export * from './questions.ts';
export * from './translation.ts';
export * from './vocabulary.ts';

/** Every operation of the literature service. */
export const literatureOperations = {
  ...serviceOperations('text'),
  ...paperOperations,
  ...pageOperations,
  ...noteOperations,
  ...batchOperations,
  ...targetOperations,
  ...agentOperations,
  ...translationOperations,
  ...questionOperations,
  ...figureOperations,
};

/** The document that the service serves as `/openapi.json`; `docs/openapi/literature.json` is the same. */
export function literatureDocument() {
  return openApiDocument('Almagest literature service', API_VERSION, literatureOperations);
}
