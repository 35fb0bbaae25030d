import { covers, type PersonRole } from '@almagest/contracts';

export type Claims = Readonly<Record<string, unknown>>;

/** The role of each value of the role claim. `*` stands for everyone whom the provider signs in. */
export type RoleMap = ReadonlyMap<string, PersonRole>;

const ANYONE = '*';

/**
 * Reads `value=role; value=role`. The last `=` separates the role, because names of directory entries contain `=`.
 *
 * @returns the first entry that is wrong, if there is one
 */
export function readRoleMap(text: string, roles: readonly PersonRole[]): RoleMap | { readonly wrong: string } {
  const map = new Map<string, PersonRole>();
  for (const entry of text.split(';').map((part) => part.trim())) {
    if (entry === '') continue;
    const [, value = '', name = ''] = /^(.*)=([^=]*)$/s.exec(entry) ?? [];
    const role = roles.find((known) => known === name.trim());
    if (role === undefined || value.trim() === '') return { wrong: entry };
    map.set(value.trim(), role);
  }
  return map.size === 0 ? { wrong: text } : map;
}

/**
 * Returns the texts of a claim. The name may be a path, such as `realm_access.roles`. Returns an empty list for a
 * missing claim.
 */
export function valuesOf(claims: Claims, name: string): readonly string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : valueAt(claims, name.split('.'));
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
}

function valueAt(claims: Claims, path: readonly string[]): unknown {
  let found: unknown = claims;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Claims)[key];
  }
  return found;
}

/** Returns the highest role that the claim's values give. */
export function roleOf(values: readonly string[], map: RoleMap): PersonRole | undefined {
  let highest: PersonRole | undefined;
  for (const value of [...values, ANYONE]) {
    const role = map.get(value);
    if (role !== undefined && (highest === undefined || covers(role, highest))) highest = role;
  }
  return highest;
}

const MAX_USER_NAME = 100;
const MAX_DISPLAY_NAME = 200;

/**
 * Returns a valid user name for a new account. The provider does not guarantee that the name is unique, so the name
 * must not identify a person.
 */
export function userNameOf(claims: Claims): string {
  for (const key of ['preferred_username', 'email', 'name', 'sub']) {
    const given = claims[key];
    const name = typeof given === 'string' ? given.normalize('NFC').replaceAll(/[^\p{L}\p{N}._@+-]+/gu, '-') : '';
    if (/[\p{L}\p{N}]/u.test(name)) return shorten(name, MAX_USER_NAME);
  }
  return 'person';
}

/** Returns the `n`th name to try, so that a taken name gets a number. */
export function numbered(name: string, n: number): string {
  return n === 1 ? name : `${name}-${n}`;
}

/** Returns the name to show for a new account. */
export function displayNameOf(claims: Claims, userName: string): string {
  const { name } = claims;
  const shown =
    typeof name === 'string'
      ? name
          .toWellFormed()
          .replaceAll(/[\p{Cc}\ufffd]/gu, ' ')
          .trim()
      : '';
  return shown === '' ? userName : shorten(shown, MAX_DISPLAY_NAME);
}

/** Cuts a text without leaving half a character. */
function shorten(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
