import type { AccountLink, ApiKey } from '@almagest/contracts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import type { Column } from '../output/table.ts';
import { time } from '../output/wording.ts';
import { ask } from './ask.ts';
import { examples } from './examples.ts';

interface KeyOptions {
  readonly scope: 'read' | 'full';
  readonly days?: number;
}

export function registerAccount(program: Command, open: OpenContext): void {
  const account = program.command('account').description('your account: password, sessions, API keys');
  const verb = (name: string, description: string, ...shown: string[]) =>
    account
      .command(name)
      .description(description)
      .addHelpText('after', examples(...shown.map((line) => `account ${line}`)));

  verb('show', 'show your name and role', 'show').action(async () => show(await open()));
  verb('join', 'set a password with an invitation or reset link', 'join "https://grid.example.org/#/link?token=gi_..."')
    .argument('<link>', 'the link')
    .action(async (link: string) => join(await open(), link));
  verb('password', 'change your password', 'password').action(async () => changePassword(await open()));
  verb('sessions', 'list your sessions', 'sessions').action(async () => sessions(await open()));
  verb('end-session', 'end one of your sessions', 'end-session 0b5d7a4e-4f0c-4c59-9d9a-3d6b2c1f7a55')
    .argument('<id>', 'session')
    .action(async (id: string) => endSession(await open(), id));
  verb('keys', 'list your API keys', 'keys').action(async () => keys(await open()));
  verb('create-key', 'create an API key, which is printed once. Needs gridctl login', 'create-key laptop --scope read')
    .argument('<name>', 'what the key is for')
    .addOption(new Option('--scope <scope>', 'read: changes nothing').choices(['read', 'full']).default('full'))
    .option('--days <number>', 'days until the key expires (default: never)', parseDays)
    .action(async (name: string, options: KeyOptions) => createKey(await open(), name, options));
  verb('revoke-key', 'revoke one of your API keys', 'revoke-key 0b5d7a4e-4f0c-4c59-9d9a-3d6b2c1f7a55')
    .argument('<id>', 'key')
    .action(async (id: string) => revokeKey(await open(), id));
}

function parseDays(value: string): number {
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new InvalidArgumentError('It must be a number of days.');
  return Number(value);
}

async function show({ client, terminal, signal }: Context): Promise<void> {
  const me = await client.call('readMe', {}, { signal });
  if (terminal.json) return terminal.document(me);
  await terminal.lines([
    `${me.display_name} (${me.user_name}), ${me.role}${me.scope === 'read' ? ', reads only' : ''}`,
  ]);
}

/** Prints a link for a person. The link is as good as a password, so it is printed only once. */
export async function showLink({ terminal }: Context, user: string, { url, expires_at }: AccountLink): Promise<void> {
  await terminal.lines([url]);
  terminal.note(`Send this link to ${user}. It works once, until ${time(expires_at)} UTC.`);
}

/** Asks for a new password twice. */
async function askNewPassword(context: Context): Promise<string> {
  if (context.io.stdin.isTTY !== true)
    throw new UsageError('cannot ask for a password without a terminal. Run this in a terminal');
  const password = await ask(context, 'new password (at least 12 characters):', { echo: false });
  const again = await ask(context, 'the same again:', { echo: false });
  if (password !== again) throw new UsageError('the passwords differ. Nothing was done');
  return password;
}

async function join(context: Context, link: string): Promise<void> {
  const { client, terminal } = context;
  const token = link.split('token=').at(-1) ?? '';
  const info = await client.call('readLink', { body: { token } });
  terminal.note(`This link sets the password of ${info.user_name}.`);
  await client.call('useLink', { body: { token, password: await askNewPassword(context) } });
  if (terminal.json) return terminal.document(info);
  terminal.note(`Password set. Sign in: gridctl login --user ${info.user_name}`);
}

async function changePassword(context: Context): Promise<void> {
  const { client, terminal } = context;
  if (context.io.stdin.isTTY !== true)
    throw new UsageError('cannot ask for a password without a terminal. Run this in a terminal');
  const current = await ask(context, 'current password:', { echo: false });
  const password = await askNewPassword(context);
  await client.call('changePassword', { body: { current, password } });
  if (terminal.json) return terminal.document(null);
  terminal.note('Password changed. Your other sessions have ended.');
}

const SESSION_COLUMNS: readonly Column[] = [
  { heading: 'ID' },
  { heading: 'ADDRESS' },
  { heading: 'PROGRAM' },
  { heading: 'SINCE' },
  { heading: 'LAST USED' },
];

async function sessions({ client, terminal, signal }: Context): Promise<void> {
  const rows = await client.call('listSessions', {}, { signal });
  if (terminal.json) return terminal.document(rows);
  await terminal.table(
    SESSION_COLUMNS,
    rows.map((row) => [row.id, row.address, row.program, time(row.created_at), time(row.last_used_at)]),
  );
}

async function endSession({ client, terminal }: Context, id: string): Promise<void> {
  await client.call('endOwnSession', { params: { id } });
  if (terminal.json) return terminal.document({ id });
  await terminal.lines([`ended ${id}`]);
}

const KEY_COLUMNS: readonly Column[] = [
  { heading: 'ID' },
  { heading: 'NAME' },
  { heading: 'SCOPE' },
  { heading: 'BEGINS' },
  { heading: 'EXPIRES' },
  { heading: 'LAST USED' },
];

export async function showKeys({ terminal }: Context, rows: readonly ApiKey[]): Promise<void> {
  if (terminal.json) return terminal.document(rows);
  await terminal.table(
    KEY_COLUMNS,
    rows.map((row) => [row.id, row.name, row.scope, row.beginning, time(row.expires_at), time(row.last_used_at)]),
  );
}

async function keys(context: Context): Promise<void> {
  await showKeys(context, await context.client.call('listOwnKeys', {}, { signal: context.signal }));
}

async function createKey({ client, terminal }: Context, name: string, { scope, days }: KeyOptions): Promise<void> {
  const body = { name, scope, ...(days === undefined ? {} : { expires_in_days: days }) };
  const created = await client.call('createKey', { body });
  if (terminal.json) return terminal.document(created);
  await terminal.lines([created.key]);
  terminal.note('The key is not shown again. Keep it in a file and use it with --token-file.');
}

async function revokeKey({ client, terminal }: Context, id: string): Promise<void> {
  await client.call('deleteOwnKey', { params: { id } });
  if (terminal.json) return terminal.document({ id });
  await terminal.lines([`revoked ${id}`]);
}
