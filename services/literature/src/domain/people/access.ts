export type GroupRole = 'member' | 'editor';

/** The person whose data a request reads and changes. */
export interface Viewer {
  /** The person's account. Null for the built-in account. */
  readonly ownerId: string | null;
  readonly isAdministrator: boolean;
  /** The person's groups by their ids. */
  readonly groups: ReadonlyMap<number, GroupRole>;
}

/** The viewer of requests with the configured token, and of all requests if no token is configured. */
export const BUILT_IN: Viewer = { ownerId: null, isAdministrator: true, groups: new Map() };

/**
 * `group_reads`: all members of a group may read the object. `group_edits`: in addition, the group's editors may change
 * it.
 */
export type Sharing = 'group_reads' | 'group_edits' | 'everyone_reads';

/** The columns of an object that say who may see and change it. */
export interface Ownership {
  /** Null for an object of the built-in account. Everyone sees these objects. */
  readonly owner_id: string | null;
  readonly sharing: Sharing | null;
  /** Null if the object is not shared with a group, or if the group was deleted. */
  readonly shared_group: number | null;
}

/**
 * The levels of access to an object. Each level includes the levels before it. With `own`, the viewer may delete and
 * share the object.
 */
export const ACCESS_LEVELS = ['none', 'read', 'edit', 'own'] as const;
export type Access = (typeof ACCESS_LEVELS)[number];

/**
 * Returns what a viewer may do with an object. Administrators own the objects of the built-in account, but have no
 * access to private objects of other people. `visibleTo` applies the same rule in queries.
 */
export function accessTo(viewer: Viewer, { owner_id, sharing, shared_group }: Ownership): Access {
  if (owner_id === viewer.ownerId || (owner_id === null && viewer.isAdministrator)) return 'own';
  const role = shared_group === null ? undefined : viewer.groups.get(shared_group);
  if (sharing === 'group_edits' && role === 'editor') return 'edit';
  const isShared = sharing === 'everyone_reads' || (sharing !== null && role !== undefined);
  return owner_id === null || isShared ? 'read' : 'none';
}

/**
 * Returns a viewer who can see exactly what all readers of an object can see. `owner` is the viewer who owns the
 * object, or undefined if that account may no longer use the service.
 *
 * An owner who has left the group still reads the object, but no longer the group's other objects.
 */
export function audienceOf({ owner_id, sharing, shared_group }: Ownership, owner: Viewer | undefined): Viewer {
  if (owner_id !== null && sharing === null && owner !== undefined) return owner;
  const groups = new Map<number, GroupRole>();
  const isGroups = owner_id !== null && sharing !== null && sharing !== 'everyone_reads';
  if (isGroups && shared_group !== null && owner?.groups.has(shared_group) !== false)
    groups.set(shared_group, 'member');
  return { ownerId: null, isAdministrator: false, groups };
}

export function isAllowed(access: Access, least: Access): boolean {
  return ACCESS_LEVELS.indexOf(access) >= ACCESS_LEVELS.indexOf(least);
}
