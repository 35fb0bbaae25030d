/** The roles of people. Each service has three: viewer, operator, administrator, or reader, member, administrator. */
export type PersonRole = 'viewer' | 'operator' | 'reader' | 'member' | 'administrator';

const RANKS: Readonly<Record<PersonRole, number>> = { viewer: 1, reader: 1, operator: 2, member: 2, administrator: 3 };

/** Returns whether `role` includes the permissions of `least`. */
export function covers(role: PersonRole, least: PersonRole): boolean {
  return RANKS[role] >= RANKS[least];
}
