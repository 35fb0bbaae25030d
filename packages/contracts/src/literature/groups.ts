import Type, { type Static } from 'typebox';
import { AccountId } from '../accounts.ts';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, WordedText } from '../schema.ts';

const GroupId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const GroupName = WordedText(200);

/** `editor`: may also change what is shared with the group for editing. */
export const GroupRole = Type.Enum(['member', 'editor']);
export type GroupRole = Static<typeof GroupRole>;

export const PersonGroup = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  members: Type.Array(
    Type.Object({ account_id: AccountId, user_name: Type.String(), display_name: Type.String(), role: GroupRole }),
  ),
});
export type PersonGroup = Static<typeof PersonGroup>;

export const NewGroup = closedObject({ name: GroupName });
export type NewGroup = Static<typeof NewGroup>;

export const GroupMembership = closedObject({ role: GroupRole });
export type GroupMembership = Static<typeof GroupMembership>;

/** With whom an object is shared. `edit`: the editors of the group may also change it. */
export const ObjectSharing = Type.Union([
  closedObject({ with: Type.Literal('everyone') }),
  closedObject({ with: Type.Literal('group'), group_id: GroupId, access: Type.Enum(['read', 'edit']) }),
]);
export type ObjectSharing = Static<typeof ObjectSharing>;

/**
 * Whose object this is. Absent for objects of the built-in account that are shared with no group. Everyone sees those
 * objects.
 */
export const ObjectOwnership = Type.Object({
  /** The display name of the owner. Null for the built-in account and for a removed person. */
  owner: Nullable(Type.String()),
  is_own: Type.Boolean({ description: 'Whether the caller may delete and share the object.' }),
  may_edit: Type.Boolean(),
  sharing: Nullable(ObjectSharing),
});
export type ObjectOwnership = Static<typeof ObjectOwnership>;

export const SharedKind = Type.Enum(['note', 'collection', 'alert', 'session']);
export type SharedKind = Static<typeof SharedKind>;

export const SharingChange = closedObject({
  kind: SharedKind,
  id: Type.String({ minLength: 1, maxLength: 200 }),
  /** Null: only the owner sees it. */
  sharing: Nullable(ObjectSharing),
});
export type SharingChange = Static<typeof SharingChange>;

const Done = Type.Object({ done: Type.Literal(true) });
const call = { tag: 'people', role: 'api-token-if-configured', failures: 'text' } as const;
const administrator = { ...call, least: 'administrator' } as const;
const params = Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) });
const PATH = '/api/groups';
const member = {
  path: `${PATH}/{id}/members/{account}`,
  params: Type.Object({ ...params.properties, account: AccountId }),
} as const;

export const groupOperations = defineOperations({
  listGroups: {
    ...call,
    least: 'reader',
    method: 'get',
    path: PATH,
    summary: 'Lists the groups of the caller with their members. Administrators see all groups.',
    reply: Type.Array(PersonGroup),
    statuses: [401, 403, 500],
  },
  createGroup: {
    ...administrator,
    method: 'post',
    path: PATH,
    summary: 'Creates a group without members.',
    body: NewGroup,
    reply: PersonGroup,
    statuses: [400, 401, 403, 409, 413, 500],
  },
  renameGroup: {
    ...administrator,
    method: 'patch',
    path: `${PATH}/{id}`,
    summary: 'Renames a group.',
    params,
    body: NewGroup,
    reply: PersonGroup,
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  deleteGroup: {
    ...administrator,
    method: 'delete',
    path: `${PATH}/{id}`,
    summary: 'Deletes a group. Only the owners still see the objects that were shared with it.',
    params,
    reply: Done,
    statuses: [400, 401, 403, 404, 500],
  },
  setGroupMember: {
    ...administrator,
    ...member,
    method: 'put',
    summary: 'Adds a person to a group, or changes the role of a member.',
    body: GroupMembership,
    reply: PersonGroup,
    statuses: [400, 401, 403, 404, 413, 500],
  },
  removeGroupMember: {
    ...administrator,
    ...member,
    method: 'delete',
    summary: 'Removes a person from a group. The person no longer sees what others have shared with it.',
    reply: PersonGroup,
    statuses: [400, 401, 403, 404, 500],
  },
  shareObject: {
    ...call,
    least: 'member',
    method: 'put',
    path: '/api/sharing',
    summary:
      'Shares a note, a collection with its subcollections, an alert or a session of the agent with a group of the caller or with everyone, or ends the sharing.',
    body: SharingChange,
    reply: Done,
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
});
