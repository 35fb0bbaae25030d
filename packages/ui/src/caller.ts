import { covers, type PersonRole } from '@almagest/contracts/roles';
import { createContext, useContext } from 'react';
import { defineMessages, useMessages } from './messages.ts';

/** Who is signed in. */
export interface Caller {
  readonly user_name: string;
  readonly display_name: string;
  readonly role: PersonRole;
  /** The OpenID Connect provider that signs the person in. */
  readonly provider: string | null;
}

const CallerContext = createContext<Caller | undefined>(undefined);

export const CallerProvider = CallerContext.Provider;

export function useCaller(): Caller | undefined {
  return useContext(CallerContext);
}

const ROLE_NAMES = {
  viewer: { en: 'viewer', zh: '查看者' },
  operator: { en: 'operator', zh: '操作员' },
  reader: { en: 'reader', zh: '读者' },
  member: { en: 'member', zh: '成员' },
  administrator: { en: 'administrator', zh: '管理员' },
} as const;

export const roleMessages = defineMessages({
  ...ROLE_NAMES,
  needs: {
    en: (role: string) => `Only for the role ${role}. Ask an administrator.`,
    zh: (role: string) => `需要“${role}”角色，请联系管理员。`,
  },
});

/**
 * Returns why the caller may not perform an action that requires the role `least`. Returns undefined if the action is
 * allowed.
 */
export function useRefusal(least: PersonRole | undefined): string | undefined {
  const t = useMessages(roleMessages);
  const caller = useCaller();
  if (least === undefined || caller === undefined || covers(caller.role, least)) return undefined;
  return t.needs(t[least]);
}
