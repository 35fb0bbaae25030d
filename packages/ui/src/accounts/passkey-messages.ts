import { ApiError } from '../api-error.ts';
import { defineMessages } from '../messages.ts';

export const passkeyMessages = defineMessages({
  signIn: { en: 'Sign in with a passkey', zh: '使用通行密钥登录' },
  notUsed: { en: 'No passkey was used. Try again.', zh: '未使用通行密钥。请重试。' },
  alreadyThere: { en: 'This device already has a passkey for your account.', zh: '此设备已有您账户的通行密钥。' },
  passkeys: { en: 'Passkeys', zh: '通行密钥' },
  loading: { en: 'Loading…', zh: '正在加载…' },
  none: {
    en: 'You have no passkeys. With a passkey you sign in by fingerprint, face or PIN instead of a password.',
    zh: '没有通行密钥。使用通行密钥，可以用指纹、面容或 PIN 代替密码登录。',
  },
  unsupported: {
    en: 'Passkeys do not work here. Open this service over HTTPS at its host name, or at localhost.',
    zh: '此处无法使用通行密钥。请通过 HTTPS 以主机名打开本服务，或使用 localhost。',
  },
  passkey: { en: 'Passkey', zh: '通行密钥' },
  since: { en: 'Since', zh: '添加时间' },
  lastUsed: { en: 'Last used', zh: '上次使用' },
  never: { en: 'never', zh: '从未' },
  actions: { en: 'Actions', zh: '操作' },
  name: { en: 'Name of the passkey', zh: '通行密钥名称' },
  add: { en: 'Add passkey', zh: '添加通行密钥' },
  added: { en: 'Passkey added.', zh: '已添加通行密钥。' },
  rename: { en: (name: string) => `Rename ${name}`, zh: (name: string) => `重命名 ${name}` },
  save: { en: 'Save', zh: '保存' },
  cancel: { en: 'Cancel', zh: '取消' },
  remove: { en: (name: string) => `Remove ${name}`, zh: (name: string) => `删除 ${name}` },
  removeWhy: {
    en: 'You can no longer sign in with this passkey. Delete it from your device too.',
    zh: '将无法再使用此通行密钥登录。请在您的设备上也将其删除。',
  },
});

type Words = Readonly<Record<'notUsed' | 'alreadyThere', string>>;

/** Returns an error whose message is meant for users. Browsers describe their errors for developers, in English. */
export function explained(error: unknown, { notUsed, alreadyThere }: Words): Error {
  if (error instanceof ApiError) return error;
  return new Error(error instanceof Error && error.name === 'InvalidStateError' ? alreadyThere : notUsed);
}
