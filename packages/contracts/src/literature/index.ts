import { McpMessage, mcpOperations } from '../mcp.ts';
import { API_VERSION, openApiDocument } from '../openapi.ts';
import { Timestamp } from '../schema.ts';
import { serviceOperations } from '../service-operations.ts';
import * as agent from './agent.ts';
import * as agentSteps from './agent-steps.ts';
import * as answers from './answers.ts';
import * as alerts from './alerts.ts';
import * as batches from './batches.ts';
import * as bibliographies from './bibliographies.ts';
import * as citations from './citations.ts';
import * as collections from './collections.ts';
import * as duplicates from './duplicates.ts';
import * as exchange from './exchange.ts';
import * as figures from './figure-questions.ts';
import * as groups from './groups.ts';
import * as library from './library.ts';
import * as librarySearch from './library-search.ts';
import * as linkedLibraries from './linked-libraries.ts';
import * as notes from './notes.ts';
import * as ownPapers from './own-papers.ts';
import * as paperFiles from './paper-files.ts';
import * as paperView from './paper-view.ts';
import * as papers from './papers.ts';
import * as people from './people.ts';
import * as questions from './questions.ts';
import * as reader from './reader.ts';
import * as savedSearches from './saved-searches.ts';
import * as targets from './targets.ts';
import * as textRecognition from './text-recognition.ts';
import * as translation from './translation.ts';
import * as vocabulary from './vocabulary.ts';

export * from './agent.ts';
export * from './agent-steps.ts';
export * from './answers.ts';
export * from './alerts.ts';
export * from './batches.ts';
export * from './bibliographies.ts';
export * from './citations.ts';
export * from './collections.ts';
export * from './duplicates.ts';
export * from './exchange.ts';
export * from './figure-questions.ts';
export * from './groups.ts';
export * from './library.ts';
export * from './library-search.ts';
export * from './linked-libraries.ts';
export * from './notes.ts';
export * from './own-papers.ts';
export * from './paper-files.ts';
export * from './paper-view.ts';
export * from './papers.ts';
export * from './people.ts';
export * from './reader.ts';
export * from './saved-searches.ts';
export * from './targets.ts';
export * from './text-quality.ts';
export * from './text-recognition.ts';
export * from './work-progress.ts';
export * from './questions.ts';
export * from './translation.ts';
export * from './vocabulary.ts';

/** Every operation of the literature service. */
export const literatureOperations = {
  ...serviceOperations('text'),
  ...papers.paperOperations,
  ...reader.pageOperations,
  ...paperView.paperViewOperations,
  ...notes.noteOperations,
  ...batches.batchOperations,
  ...targets.targetOperations,
  ...agent.agentOperations,
  ...agentSteps.agentStepOperations,
  ...translation.translationOperations,
  ...questions.questionOperations,
  ...answers.answerOperations,
  ...figures.figureOperations,
  ...exchange.exchangeOperations,
  ...ownPapers.ownPaperOperations,
  ...paperFiles.paperFileOperations,
  ...librarySearch.librarySearchOperations,
  ...collections.collectionOperations,
  ...collections.tagOperations,
  ...library.libraryOperations,
  ...citations.citationOperations,
  ...alerts.alertOperations,
  ...duplicates.duplicateOperations,
  ...savedSearches.savedSearchOperations,
  ...bibliographies.bibliographyOperations,
  ...linkedLibraries.linkedLibraryOperations,
  ...textRecognition.textRecognitionOperations,
  ...people.personOperations,
  ...groups.groupOperations,
  ...mcpOperations('api-token-if-configured', 'reader'),
};

const schemas = {
  ...agent,
  ...agentSteps,
  ...answers,
  ...alerts,
  ...batches,
  ...bibliographies,
  ...citations,
  ...collections,
  ...duplicates,
  ...exchange,
  ...figures,
  ...groups,
  ...library,
  ...librarySearch,
  ...linkedLibraries,
  ...notes,
  ...ownPapers,
  ...paperFiles,
  ...paperView,
  ...papers,
  ...people,
  ...questions,
  ...reader,
  ...savedSearches,
  ...targets,
  ...vocabulary,
};

/** Returns the document that the service serves as `/openapi.json`. `docs/openapi/literature.json` is a copy. */
export function literatureDocument() {
  return openApiDocument('Almagest literature service', API_VERSION, literatureOperations, {
    Timestamp,
    McpMessage,
    ...schemas,
  });
}
