import type { textRecognitionOperations } from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import type { ParseDeps } from '../application/reading/parse-paper.ts';
import { readRecognitionOffer, recognisePaper, recognitionProgress } from '../application/reading/recognise-paper.ts';
import { callerSignal } from './caller-signal.ts';

export function recognitionRoutes(deps: ParseDeps): Handlers<typeof textRecognitionOperations, undefined> {
  return {
    readRecognitionOffer: () => readRecognitionOffer(),
    recogniseText: ({ body, res }) => recognisePaper(deps, body, callerSignal(res)),
    recognitionProgress: ({ query }) => recognitionProgress(deps.db, query.bibcode),
  };
}
