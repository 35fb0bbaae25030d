import { McpMessage, mcpOperations } from '../mcp.ts';
import { API_VERSION, openApiDocument } from '../openapi.ts';
import { Timestamp } from '../schema.ts';
import * as subjects from './subjects.ts';
import { serviceOperations } from '../service-operations.ts';

export * from './subjects.ts';

/** Every operation of the literature service. */
export const literatureOperations = {
  ...serviceOperations('text'),
  ...subjects.paperOperations,
  ...subjects.pageOperations,
  ...subjects.paperViewOperations,
  ...subjects.noteOperations,
  ...subjects.batchOperations,
  ...subjects.targetOperations,
  ...subjects.agentOperations,
  ...subjects.agentStepOperations,
  ...subjects.translationOperations,
  ...subjects.questionOperations,
  ...subjects.answerOperations,
  ...subjects.figureOperations,
  ...subjects.exchangeOperations,
  ...subjects.ownPaperOperations,
  ...subjects.paperFileOperations,
  ...subjects.librarySearchOperations,
  ...subjects.collectionOperations,
  ...subjects.tagOperations,
  ...subjects.libraryOperations,
  ...subjects.citationOperations,
  ...subjects.alertOperations,
  ...subjects.alertMailOperations,
  ...subjects.duplicateOperations,
  ...subjects.savedSearchOperations,
  ...subjects.bibliographyOperations,
  ...subjects.citationStyleOperations,
  ...subjects.linkedLibraryOperations,
  ...subjects.textRecognitionOperations,
  ...subjects.personOperations,
  ...subjects.groupOperations,
  ...mcpOperations('api-token-if-configured', 'reader'),
};

/** Returns the document that the service serves as `/openapi.json`. `docs/openapi/literature.json` is a copy. */
export function literatureDocument() {
  return openApiDocument('Almagest literature service', API_VERSION, literatureOperations, {
    Timestamp,
    McpMessage,
    ...subjects,
  });
}
