import type { ObjectOwnership, ObjectSharing } from '@almagest/contracts/literature';
import { accessTo, isAllowed, type Ownership, type Viewer } from '../../domain/people/access.ts';
import type { Db } from '../../persistence/database.ts';
import { listDisplayNames } from '../../persistence/people/group-repository.ts';

type WithOwnership<R> = Omit<R, keyof Ownership> & { ownership?: ObjectOwnership };

/**
 * Replaces the ownership columns with the ownership to show to the viewer. Omits the ownership of unshared objects of
 * the built-in account.
 */
export async function withOwnership<R extends Ownership>(
  db: Db,
  viewer: Viewer,
  rows: readonly R[],
): Promise<WithOwnership<R>[]> {
  const owners = new Set(rows.flatMap(({ owner_id }) => owner_id ?? []));
  const names = await listDisplayNames(db, [...owners]);
  return rows.map((row) => {
    const { owner_id, sharing, shared_group, ...rest } = row;
    if (owner_id === null && sharing === null) return rest;
    const access = accessTo(viewer, row);
    const ownership = {
      owner: owner_id === null ? null : (names.get(owner_id) ?? null),
      is_own: access === 'own',
      may_edit: isAllowed(access, 'edit'),
      sharing: sharingOf({ sharing, shared_group }),
    };
    return { ...rest, ownership };
  });
}

/** Returns null for private objects, and for objects whose group was deleted. */
function sharingOf({ sharing, shared_group }: Pick<Ownership, 'sharing' | 'shared_group'>): ObjectSharing | null {
  if (sharing === 'everyone_reads') return { with: 'everyone' };
  if (sharing === null || shared_group === null) return null;
  return { with: 'group', group_id: shared_group, access: sharing === 'group_edits' ? 'edit' : 'read' };
}
