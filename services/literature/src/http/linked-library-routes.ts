import type { linkedLibraryOperations } from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import {
  dismissRemovals,
  findZoteroLibraries,
  linkLibrary,
  readLinked,
  refreshLinked,
  unlinkLibrary,
  type LinkedRoutesDeps,
} from '../application/linked/manage-linked.ts';
import type { Caller } from './caller.ts';
import { callerSignal } from './caller-signal.ts';

export function linkedLibraryRoutes(deps: LinkedRoutesDeps): Handlers<typeof linkedLibraryOperations, Caller> {
  return {
    listLinkedLibraries: ({ caller: { viewer } }) => readLinked(deps, viewer),
    findZoteroLibraries: ({ body, res }) => findZoteroLibraries(deps, body.key, callerSignal(res)),
    linkLibrary: ({ caller: { viewer }, body, res }) => linkLibrary(deps, viewer, body, callerSignal(res)),
    refreshLinkedLibrary: ({ caller: { viewer }, params }) => refreshLinked(deps, viewer, Number(params.id)),
    dismissRemovals: ({ caller: { viewer }, params }) => dismissRemovals(deps, viewer, Number(params.id)),
    unlinkLibrary: ({ caller: { viewer }, params }) => unlinkLibrary(deps, viewer, Number(params.id)),
  };
}
