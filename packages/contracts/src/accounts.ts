import Type, { type Static } from 'typebox';
import type { PersonRole } from './roles.ts';
import { closedObject, Nullable, Timestamp, WordedText } from './schema.ts';

/** Letters, digits and `._@+-`, compared without case. An e-mail address is a valid user name. */
export const UserName = Type.String({ pattern: String.raw`^[\p{L}\p{N}._@+-]{1,128}$` });

/** Long enough to resist guessing, and short enough to hash quickly. */
export const NewPassword = Type.String({ minLength: 12, maxLength: 1024 });

const DisplayName = WordedText(200);
export const AccountId = Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' });

/** `read`: the key permits only operations that change nothing. `full`: everything that the person may do. */
export const KeyScope = Type.Enum(['read', 'full']);
export type KeyScope = Static<typeof KeyScope>;

/** `invited`: the person has not used the invitation yet. */
export const PersonState = Type.Enum(['invited', 'active', 'disabled']);
export type PersonState = Static<typeof PersonState>;

export const NewKey = closedObject({
  name: DisplayName,
  scope: KeyScope,
  /** Without it, the key does not expire. */
  expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
});
export type NewKey = Static<typeof NewKey>;

export const ApiKey = Type.Object({
  id: AccountId,
  name: Type.String(),
  scope: KeyScope,
  /** The first characters of the key, to recognise it. */
  beginning: Type.String(),
  created_at: Timestamp,
  expires_at: Nullable(Timestamp),
  /** Accurate to ten minutes. */
  last_used_at: Nullable(Timestamp),
});
export type ApiKey = Static<typeof ApiKey>;

/** The reply to the creation of a key. Only this reply contains the key itself. */
export const CreatedKey = Type.Object({ ...ApiKey.properties, key: Type.String() });
export type CreatedKey = Static<typeof CreatedKey>;

/** A sign-in of the person in a browser. */
export const AccountSession = Type.Object({
  id: AccountId,
  /** Whether the request came from this session. */
  current: Type.Boolean(),
  address: Type.String(),
  program: Type.String({ description: 'The user agent of the sign-in.' }),
  created_at: Timestamp,
  /** Accurate to ten minutes. */
  last_used_at: Timestamp,
  expires_at: Timestamp,
});
export type AccountSession = Static<typeof AccountSession>;

export const PasswordChange = closedObject({ current: Type.String({ maxLength: 1024 }), password: NewPassword });
export type PasswordChange = Static<typeof PasswordChange>;

/** A link to set a password. Works once, for seven days. */
export const AccountLink = Type.Object({
  url: Type.String({ description: 'Show it to the person. The service does not store it.' }),
  expires_at: Timestamp,
});
export type AccountLink = Static<typeof AccountLink>;

const LinkToken = Type.String({ minLength: 1, maxLength: 100, description: 'The part of the link after `#`.' });
export const LinkQuestion = closedObject({ token: LinkToken });
export const LinkInfo = Type.Object({
  purpose: Type.Enum(['invitation', 'reset']),
  user_name: Type.String(),
  display_name: Type.String(),
  expires_at: Timestamp,
});
export type LinkInfo = Static<typeof LinkInfo>;
export const LinkUse = closedObject({ token: LinkToken, password: NewPassword });
export type LinkUse = Static<typeof LinkUse>;

export const SignInOptions = Type.Object({
  /** Whether anyone has an account. */
  has_accounts: Type.Boolean(),
  /** Whether people may have passwords. */
  has_passwords: Type.Boolean(),
  provider: Nullable(Type.String({ description: 'The name of the OpenID Connect provider, if there is one.' })),
});
export type SignInOptions = Static<typeof SignInOptions>;

/** A change of the system. `operation` is the `operationId` of the request, or the name of the background job. */
export const AuditEvent = Type.Object({
  id: Type.Integer(),
  at: Timestamp,
  actor_kind: Type.Enum(['person', 'built-in', 'node', 'anonymous', 'service']),
  /** The user name, the node, or the name of the built-in account. */
  actor: Type.String(),
  /** The name of the API key that was used. */
  api_key: Nullable(Type.String()),
  address: Nullable(Type.String()),
  request_id: Nullable(Type.String()),
  operation: Type.String(),
  /** The changed object, such as `workflow ocean` or `person ada`. */
  object: Type.String(),
  outcome: Type.Enum(['done', 'refused']),
  /** More about the change, such as the old and the new value. */
  detail: Type.Record(Type.String(), Type.Unknown()),
});
export type AuditEvent = Static<typeof AuditEvent>;

/** A time in UTC without a leap second, which the database could not store. */
const AuditTime = Type.String({ format: 'date-time', pattern: String.raw`^[^:]+:\d\d:[0-5]\d(?:\.\d{1,6})?Z$` });
const filterText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 300, pattern: String.raw`^[^\u0000]+$`, description }));

const auditFilter = {
  actor: filterText('Only changes by this actor.'),
  operation: filterText('Only changes by the operation with this `operationId`.'),
  object: filterText('Only changes of objects whose name begins with this text.'),
  outcome: Type.Optional(Type.Enum(['done', 'refused'])),
  since: Type.Optional(AuditTime),
  before: Type.Optional(AuditTime),
};
export const AuditFilter = Type.Object(auditFilter);
export type AuditFilter = Static<typeof AuditFilter>;
export const AuditQuery = Type.Object({
  ...auditFilter,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Default: 100.' })),
  cursor: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: '`next_cursor` of the previous page.',
    }),
  ),
});
export type AuditQuery = Static<typeof AuditQuery>;
/** Newest first. */
export const AuditPage = Type.Object({ events: Type.Array(AuditEvent), next_cursor: Nullable(Type.Integer()) });
export type AuditPage = Static<typeof AuditPage>;

const SignInProvider = Nullable(
  Type.String({ description: 'The name of the OpenID Connect provider that signs the person in. Otherwise null.' }),
);

/** The schemas of people, which depend on the roles of the service. */
export function personSchemas(roles: readonly PersonRole[]) {
  const RoleName = Type.Unsafe<PersonRole>({ type: 'string', enum: [...roles] });
  const Person = Type.Object({
    id: AccountId,
    user_name: Type.String(),
    display_name: Type.String(),
    role: RoleName,
    state: PersonState,
    provider: SignInProvider,
    created_at: Timestamp,
    last_sign_in_at: Nullable(Timestamp),
    session_count: Type.Integer(),
    key_count: Type.Integer(),
  });
  return {
    Person,
    InvitedPerson: Type.Object({ person: Person, link: AccountLink }),
    NewPerson: closedObject({ user_name: UserName, display_name: DisplayName, role: RoleName }),
    PersonChange: closedObject({
      display_name: Type.Optional(DisplayName),
      role: Type.Optional(RoleName),
      disabled: Type.Optional(Type.Boolean()),
    }),
    /**
     * The caller. `id` is null for the built-in administrator, who has no password, sessions or API keys.
     */
    Me: Type.Object({
      id: Nullable(AccountId),
      user_name: Type.String(),
      display_name: Type.String(),
      role: RoleName,
      scope: KeyScope,
      /** Null for a token, and for a key that does not expire. */
      expires_at: Nullable(Timestamp),
      has_password: Type.Boolean(),
      provider: SignInProvider,
    }),
  };
}
export type PersonSchemas = ReturnType<typeof personSchemas>;
export type Person = Static<PersonSchemas['Person']>;
export type InvitedPerson = Static<PersonSchemas['InvitedPerson']>;
export type NewPerson = Static<PersonSchemas['NewPerson']>;
export type PersonChange = Static<PersonSchemas['PersonChange']>;
export type Me = Static<PersonSchemas['Me']>;
