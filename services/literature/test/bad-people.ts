import { NO_ENCODING, type BadRequest } from './bad-requests.ts';
import { GOOD, GOOD_PATHS, type OperationName } from './good-requests.ts';

const NO_TEXT: readonly unknown[] = [[], {}, 7, true, null];

/** Text that is not base64url. */
const NO_BASE64: readonly unknown[] = [undefined, ...NO_TEXT, '', 'a b', 'a=', 'a+', 'a\0'];

/** Invalid values for each field. `undefined` omits the field. */
const FIELDS: Partial<Record<OperationName, Record<string, readonly unknown[]>>> = {
  signIn: { username: [undefined, ...NO_TEXT, ''], password: [undefined, ...NO_TEXT, '', 'p'.repeat(1_025)] },
  startOidc: { next: [...NO_TEXT, 'n'.repeat(2_001)], link: [...NO_TEXT, '', 't'.repeat(101)] },
  readLink: { token: [undefined, ...NO_TEXT, '', 't'.repeat(101)] },
  useLink: {
    token: [undefined, ...NO_TEXT, ''],
    password: [undefined, ...NO_TEXT, '', 'p'.repeat(11), 'p'.repeat(1_025)],
  },
  changePassword: { current: [undefined, ...NO_TEXT], password: [undefined, ...NO_TEXT, '', 'p'.repeat(11)] },
  signInWithPasskey: {
    id: [...NO_BASE64, 'A'.repeat(1_365)],
    client_data: [...NO_BASE64, 'A'.repeat(4_097)],
    authenticator_data: [...NO_BASE64, 'A'.repeat(4_097)],
    signature: [...NO_BASE64, 'A'.repeat(8_193)],
    user_handle: [...NO_BASE64, 'A'.repeat(89)],
  },
  addPasskey: {
    name: [undefined, ...NO_TEXT, '', ' ', 'a\0b', 'n'.repeat(201)],
    id: NO_BASE64,
    client_data: NO_BASE64,
    attestation: [...NO_BASE64, 'A'.repeat(65_537)],
    transports: [undefined, {}, 'usb', 7, null, ['USB'], [7], Array.from({ length: 11 }, () => 'usb')],
  },
  renamePasskey: { name: [undefined, ...NO_TEXT, '', ' ', 'a\0b', 'n'.repeat(201)] },
  createKey: {
    name: [undefined, ...NO_TEXT, '', ' ', 'a\0b'],
    scope: [undefined, ...NO_TEXT, 'write', ''],
    expires_in_days: ['1', null, 0, 1.5, 3_651],
  },
  invitePerson: {
    user_name: [undefined, ...NO_TEXT, '', ' ', 'a b', 'a\0', 'a/b', 'n'.repeat(129)],
    display_name: [undefined, ...NO_TEXT, '', ' \n', 'a\0b', 'n'.repeat(201)],
    role: [undefined, ...NO_TEXT, 'viewer', 'operator', ''],
  },
  changePerson: {
    display_name: [...NO_TEXT, '', 'a\0b'],
    role: [...NO_TEXT, 'operator', ''],
    disabled: ['true', 1, null],
  },
  createGroup: { name: [undefined, ...NO_TEXT, '', ' ', 'a\0b', 'n'.repeat(201)] },
  renameGroup: { name: [undefined, ...NO_TEXT, '', ' '] },
  setGroupMember: { role: [undefined, ...NO_TEXT, '', 'reader'] },
  shareObject: {
    kind: [undefined, ...NO_TEXT, '', 'answer'],
    id: [undefined, ...NO_TEXT, ''],
    sharing: [undefined, [], 7, 'everyone', { with: 'x' }, { with: 'group' }, { with: 'everyone', group_id: 1 }],
  },
};

const NAMED = [
  'changePerson',
  'removePerson',
  'createResetLink',
  'signOutPerson',
  'listKeysOfPerson',
  'deleteKeyOfPerson',
  'endOwnSession',
  'deleteOwnKey',
  'renamePasskey',
  'removePasskey',
  'renameGroup',
  'deleteGroup',
  'setGroupMember',
  'removeGroupMember',
] as const satisfies readonly OperationName[];

/** Returns invalid requests of accounts, people and the audit log. */
export function badPeople(): BadRequest[] {
  const bodyOf = (name: OperationName, change: object) => JSON.stringify({ ...GOOD[name], ...change });
  const queries = ['actor=', 'actor=a&actor=b', 'outcome=failed', 'since=yesterday', 'since='];
  return [
    ...Object.entries(FIELDS).flatMap(([name, fields]) =>
      Object.entries(fields).flatMap(([field, values]) =>
        values.map((value): BadRequest => ({
          name: name as OperationName,
          what: `${field} ${JSON.stringify(value)?.slice(0, 40) ?? 'left out'}`,
          status: 400,
          names: field,
          path: GOOD_PATHS[name as OperationName] ?? {},
          body: bodyOf(name as OperationName, { [field]: value }),
        })),
      ),
    ),
    ...NAMED.flatMap((name) =>
      ['x', '0', '%00', ...NO_ENCODING].map((id): BadRequest => {
        const body = GOOD[name] === undefined ? {} : { body: bodyOf(name, {}) };
        return { name, what: `id ${id}`, status: 400, names: /id|path/, path: { ...GOOD_PATHS[name], id }, ...body };
      }),
    ),
    ...(['listAudit', 'exportAudit'] as const).flatMap((name) =>
      queries.map((query): BadRequest => {
        return { name, what: `?${query}`, status: 400, names: query.split('=', 1)[0] ?? '', query };
      }),
    ),
    { name: 'shareObject', what: 'an unknown note', status: 404, names: /no note 1/, body: bodyOf('shareObject', {}) },
    ...(['note', 'collection', 'alert', 'session'] as const).map((kind): BadRequest => {
      const body = bodyOf('shareObject', { kind, id: 'one' });
      return { name: 'shareObject', what: `the id one of a ${kind}`, status: 404, names: `no ${kind} one`, body };
    }),
    ...(['renameGroup', 'deleteGroup', 'setGroupMember', 'removeGroupMember'] as const).map((name): BadRequest => {
      const body = GOOD[name] === undefined ? {} : { body: bodyOf(name, {}) };
      return {
        name,
        what: 'an unknown group',
        status: 404,
        names: /no group 1/,
        path: GOOD_PATHS[name] ?? {},
        ...body,
      };
    }),
    { name: 'listAudit', what: '?limit=501', status: 400, names: 'limit', query: 'limit=501' },
  ];
}
