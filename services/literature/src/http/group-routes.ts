import type { groupOperations } from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import type { PeopleDeps } from '../application/people/find-viewer.ts';
import {
  addMember,
  changeGroupName,
  createGroup,
  dropMember,
  readGroups,
  removeGroup,
} from '../application/people/manage-groups.ts';
import { shareObject } from '../application/people/share-object.ts';
import type { Caller } from './caller.ts';

export function groupRoutes(deps: PeopleDeps): Handlers<typeof groupOperations, Caller> {
  return {
    listGroups: ({ caller: { viewer } }) => readGroups(deps, viewer),
    createGroup: ({ body }) => createGroup(deps, body.name),
    renameGroup: ({ params, body }) => changeGroupName(deps, Number(params.id), body.name),
    deleteGroup: ({ params }) => removeGroup(deps, Number(params.id)),
    setGroupMember: ({ params, body }) => addMember(deps, Number(params.id), params.account, body.role),
    removeGroupMember: ({ params }) => dropMember(deps, Number(params.id), params.account),
    shareObject: ({ caller: { viewer }, body }) => shareObject(deps, viewer, body),
  };
}
