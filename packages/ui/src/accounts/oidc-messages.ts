import type { OidcFailure } from '@almagest/contracts';
import { defineMessages } from '../messages.ts';

export const oidcMessages = defineMessages({
  signInWith: { en: (name: string) => `Sign in with ${name}`, zh: (name: string) => `使用 ${name} 登录` },
  signedInWith: {
    en: (name: string) => `You sign in with ${name}. Change your password and name there.`,
    zh: (name: string) => `您通过 ${name} 登录。请在那里修改密码和姓名。`,
  },
  signedInHere: { en: 'You sign in with a password for this service.', zh: '您使用本服务的密码登录。' },
  expired: {
    en: 'The sign-in took too long, or another window has finished it. Try again.',
    zh: '登录时间过长，或已在其他窗口完成。请重试。',
  },
  denied: { en: 'The provider did not sign you in. Try again.', zh: '登录提供方未让您登录。请重试。' },
  unavailable: {
    en: 'The provider cannot be reached. Try again later, or ask an administrator.',
    zh: '无法连接登录提供方。请稍后重试，或联系管理员。',
  },
  invalid: {
    en: 'The answer from the provider is not valid. Try again, or ask an administrator.',
    zh: '登录提供方的响应无效。请重试，或联系管理员。',
  },
  no_role: {
    en: 'Your account at the provider has no role here. Ask an administrator.',
    zh: '您在登录提供方的账户在此没有角色。请联系管理员。',
  },
  disabled: { en: 'Your account here is disabled. Ask an administrator.', zh: '您在此的账户已停用。请联系管理员。' },
  removed: {
    en: 'Your account here was removed. Ask an administrator for an invitation.',
    zh: '您在此的账户已删除。请向管理员索取邀请。',
  },
  no_administrator: {
    en: 'The first person to sign in must be an administrator. Check OIDC_ROLE_MAP.',
    zh: '第一位登录的用户必须是管理员。请检查 OIDC_ROLE_MAP。',
  },
});

const FAILURES: Readonly<Record<OidcFailure, true>> = {
  expired: true,
  denied: true,
  unavailable: true,
  invalid: true,
  no_role: true,
  disabled: true,
  removed: true,
  no_administrator: true,
};

/**
 * Returns the message for a failed sign-in, after which the provider has sent the browser back. Accepts any text,
 * because anyone can write such an address.
 */
export function failureIn(search: string): OidcFailure | undefined {
  const reason = new URLSearchParams(search).get('sign_in') ?? '';
  return Object.hasOwn(FAILURES, reason) ? (reason as OidcFailure) : undefined;
}
