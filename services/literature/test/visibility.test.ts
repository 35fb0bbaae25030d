import { sql } from 'kysely';
import { openDatabase } from '@almagest/service-kit/database';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  accessTo,
  BUILT_IN,
  isAllowed,
  type GroupRole,
  type Ownership,
  type Viewer,
} from '../src/domain/people/access.ts';
import type { Database, Db } from '../src/persistence/database.ts';
import { ownedBy, visibleTo } from '../src/persistence/people/visibility.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });
let db: Db;
beforeAll(() => {
  const at = { url: world.env['DATABASE_URL'] ?? '', schema: 'literature' };
  ({ db } = openDatabase<Database>(at, { max: 1, onFault: () => undefined }));
});
afterAll(async () => await db.destroy());

const OWNERS = [null, 'ada', 'ben'];
const ALL: Ownership[] = OWNERS.flatMap((owner_id) =>
  [null, 'group_reads', 'group_edits', 'everyone_reads'].flatMap((sharing) =>
    [null, 1, 2].map((shared_group) => ({ owner_id, sharing, shared_group }) as Ownership),
  ),
);
const GROUPS: ReadonlyMap<number, GroupRole>[] = [new Map(), new Map([[1, 'member']]), new Map([[2, 'editor']])];
const VIEWERS: Viewer[] = [
  BUILT_IN,
  ...['ada', 'eve'].flatMap((ownerId) =>
    [true, false].flatMap((isAdministrator) => GROUPS.map((groups) => ({ ownerId, isAdministrator, groups }))),
  ),
];

test('the condition of queries agrees with the rule for one object, for every viewer and every object', async () => {
  const rows = JSON.stringify(ALL.map((ownership, place) => ({ ...ownership, place })));
  const given = sql`jsonb_to_recordset(${rows}::jsonb)
    as thing(owner_id text, sharing text, shared_group int, place int)`;
  for (const viewer of VIEWERS) {
    const { rows: found } = await sql<{ place: number; seen: boolean; owned: boolean }>`
      select place, coalesce(${visibleTo(viewer, 'thing')}, false) as seen,
             coalesce(${ownedBy(viewer, 'thing')}, false) as owned from ${given}`.execute(db);
    expect(found).toHaveLength(ALL.length);
    for (const { place, seen, owned } of found) {
      const access = accessTo(viewer, ALL[place] as Ownership);
      expect({ viewer, object: ALL[place], seen, owned }).toMatchObject({
        seen: isAllowed(access, 'read'),
        owned: access === 'own',
      });
    }
  }
});
