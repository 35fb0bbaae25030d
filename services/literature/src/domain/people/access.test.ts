import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  ACCESS_LEVELS,
  accessTo,
  audienceOf,
  BUILT_IN,
  isAllowed,
  type GroupRole,
  type Ownership,
  type Viewer,
} from './access.ts';

const person = fc.constantFrom('ada', 'ben', 'eve');
const group = fc.integer({ min: 1, max: 3 });
const role = fc.constantFrom<GroupRole>('member', 'editor');
const viewer: fc.Arbitrary<Viewer> = fc.record({
  ownerId: person,
  isAdministrator: fc.boolean(),
  groups: fc.array(fc.tuple(group, role), { maxLength: 3 }).map((all) => new Map(all)),
});
const ownership: fc.Arbitrary<Ownership> = fc.record({
  owner_id: fc.option(person),
  sharing: fc.option(fc.constantFrom('group_reads', 'group_edits', 'everyone_reads')),
  shared_group: fc.option(group),
});
const levelOf = (who: Viewer, what: Ownership) => ACCESS_LEVELS.indexOf(accessTo(who, what));

test('a private object is only seen by its owner, even if others are administrators', () => {
  fc.assert(
    fc.property(viewer, ownership, person, (who, what, owner) => {
      const expected = owner === who.ownerId ? 'own' : 'none';
      expect(accessTo(who, { ...what, owner_id: owner, sharing: null })).toBe(expected);
    }),
  );
});

test('everyone reads the objects of the built-in account, and administrators own them', () => {
  fc.assert(
    fc.property(viewer, ownership, (who, what) => {
      const common = { ...what, owner_id: null };
      expect(isAllowed(accessTo(who, common), 'read')).toBe(true);
      expect(accessTo(who, common) === 'own').toBe(who.isAdministrator);
      expect(accessTo(BUILT_IN, common)).toBe('own');
    }),
  );
});

test('the built-in account sees only what persons share with everyone', () => {
  fc.assert(
    fc.property(ownership, person, (what, owner) => {
      const access = accessTo(BUILT_IN, { ...what, owner_id: owner });
      expect(access).toBe(what.sharing === 'everyone_reads' ? 'read' : 'none');
    }),
  );
});

test('only members of a group see what is shared with it, and only its editors change editable objects', () => {
  fc.assert(
    fc.property(viewer, ownership, (who, what) => {
      const role = who.groups.get(what.shared_group ?? 0);
      if (what.owner_id === null || what.owner_id === who.ownerId || what.sharing === 'everyone_reads') return;
      const isRead = what.sharing !== null && role !== undefined;
      const isEdited = what.sharing === 'group_edits' && role === 'editor';
      expect(accessTo(who, what)).toBe(isEdited ? 'edit' : isRead ? 'read' : 'none');
    }),
  );
});

test('leaving a group and losing a role never give more access', () => {
  fc.assert(
    fc.property(viewer, ownership, (who, what) => {
      expect(levelOf({ ...who, groups: new Map() }, what)).toBeLessThanOrEqual(levelOf(who, what));
      expect(levelOf({ ...who, isAdministrator: false }, what)).toBeLessThanOrEqual(levelOf(who, what));
    }),
  );
});

test('everyone who reads an object can read everything that its audience can read', () => {
  fc.assert(
    fc.property(viewer, viewer, ownership, ownership, (owner, reader, session, note) => {
      const owns = session.owner_id !== null && session.owner_id === reader.ownerId;
      const audience = audienceOf(session, owns ? reader : { ...owner, ownerId: session.owner_id });
      if (!isAllowed(accessTo(reader, session), 'read')) return;
      if (isAllowed(accessTo(audience, note), 'read')) expect(isAllowed(accessTo(reader, note), 'read')).toBe(true);
      const withoutOwner = audienceOf(session, undefined);
      if (!owns && isAllowed(accessTo(withoutOwner, note), 'read'))
        expect(isAllowed(accessTo(reader, note), 'read')).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test('ending the sharing never gives more access', () => {
  fc.assert(
    fc.property(viewer, ownership, (who, what) => {
      expect(levelOf(who, { ...what, sharing: null })).toBeLessThanOrEqual(levelOf(who, what));
      // The group was deleted.
      if (what.sharing !== 'everyone_reads')
        expect(levelOf(who, { ...what, shared_group: null })).toBeLessThanOrEqual(levelOf(who, what));
    }),
  );
});
