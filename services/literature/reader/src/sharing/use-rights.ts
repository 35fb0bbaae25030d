import type { ObjectOwnership } from '@almagest/contracts/literature';
import { useCaller } from '@almagest/ui/caller';

interface Owned {
  readonly ownership?: ObjectOwnership | undefined;
}

/**
 * Returns a function that says whether the caller may change an object, and whether the caller may delete and share it.
 * Administrators own the objects of the built-in account, which have no `ownership`.
 */
export function useRights(): (object: Owned) => { readonly mayEdit: boolean; readonly isOwn: boolean } {
  const caller = useCaller();
  const isAdministrator = caller === undefined || caller.role === 'administrator';
  return ({ ownership }) => ({
    mayEdit: ownership?.may_edit ?? isAdministrator,
    isOwn: ownership?.is_own ?? isAdministrator,
  });
}
