import type { translationOperations } from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import { translatePaper, type TranslateDeps } from '../application/translation/translate-paper.ts';
import { translatePassage } from '../application/translation/translate-passage.ts';
import { translationProgress } from '../application/translation/translation-progress.ts';
import { callerSignal } from './caller-signal.ts';

export function translationRoutes(deps: TranslateDeps): Handlers<typeof translationOperations, undefined> {
  return {
    translatePaper: ({ body }) => translatePaper(deps, body),
    translationProgress: ({ query }) => translationProgress(deps, query),
    translatePassage: ({ body, res }) => translatePassage(deps, body.text, callerSignal(res)),
  };
}
