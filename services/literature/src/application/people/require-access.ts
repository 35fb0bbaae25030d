import { Refusal } from '@almagest/service-kit/refusal';
import { accessTo, isAllowed, type Access, type Viewer } from '../../domain/people/access.ts';
import type { Db } from '../../persistence/database.ts';
import { findOwnership, type SharedTable } from '../../persistence/people/visibility.ts';

const NAMES: Readonly<Record<SharedTable, string>> = {
  note: 'note',
  collection: 'collection',
  alert: 'alert',
  agent_session: 'session',
};

/** Throws if the viewer has less access to an object than `least`. */
export async function requireAccess(
  db: Db,
  viewer: Viewer,
  { table, id }: { readonly table: SharedTable; readonly id: number | string },
  least: Access,
): Promise<void> {
  const what = `${NAMES[table]} ${id}`;
  const ownership = await findOwnership(db, table, id);
  const access = ownership === undefined ? 'none' : accessTo(viewer, ownership);
  // An object that the viewer cannot see gets the same answer as an unknown object.
  if (access === 'none') throw new Refusal('unknown', `there is no ${what}`);
  requireAllowed(what, access, least);
}

/** Refuses to change or delete an object that the viewer may only read or edit. */
export function requireAllowed(what: string, access: Access, least: Access): void {
  if (isAllowed(access, least)) return;
  const who = least === 'own' ? 'its owner' : 'its owner and the editors of its group';
  throw new Refusal('forbidden', `${what}: only ${who} may do this`);
}
