import type { citationStyleOperations } from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import { addStyle, readStyles, removeStyle, type StyleDeps } from '../application/bibliographies/citation-styles.ts';
import type { Caller } from './caller.ts';
import { callerSignal } from './caller-signal.ts';

export function citationStyleRoutes(deps: StyleDeps): Handlers<typeof citationStyleOperations, Caller> {
  return {
    listCitationStyles: ({ caller: { viewer } }) => readStyles(deps, viewer),
    addCitationStyle: ({ caller: { viewer }, body, res }) => addStyle(deps, viewer, body.csl, callerSignal(res)),
    deleteCitationStyle: ({ caller: { viewer }, params }) => removeStyle(deps, viewer, Number(params.id)),
  };
}
