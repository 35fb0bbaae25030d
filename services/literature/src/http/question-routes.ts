import type { questionOperations } from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import { askLibrary } from '../application/retrieval/ask-library.ts';
import type { RetrieveDeps } from '../application/retrieval/retrieve-passages.ts';
import { callerSignal } from './caller-signal.ts';

export function questionRoutes(deps: RetrieveDeps): Handlers<typeof questionOperations, undefined> {
  return { askLibrary: ({ body, res }) => askLibrary(deps, body, callerSignal(res)) };
}
