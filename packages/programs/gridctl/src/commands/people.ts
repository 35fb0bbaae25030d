import type { Person } from '@almagest/contracts';
import { type Command, Option } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { EXIT, CommandError } from '../errors.ts';
import type { Column } from '../output/table.ts';
import { time } from '../output/wording.ts';
import { showKeys, showLink } from './account.ts';
import { confirm } from './confirm.ts';
import { examples } from './examples.ts';

const ROLES = ['viewer', 'operator', 'administrator'] as const;
type RoleName = (typeof ROLES)[number];

export function registerPeople(program: Command, open: OpenContext): void {
  const people = program.command('people').description('accounts of people: invitations, roles, access');
  const verb = (name: string, description: string, ...shown: string[]) =>
    people
      .command(name)
      .description(description)
      .addHelpText('after', examples(...shown.map((line) => `people ${line}`)));
  const onOne = (name: string, description: string, ...shown: string[]) =>
    verb(name, description, ...shown).argument('<user>', 'user name');

  verb('list', 'list everyone who has an account', 'list').action(async () => list(await open()));
  onOne(
    'invite',
    'create an account. Prints a link that sets the password',
    'invite ada --name "Ada L." --role operator',
  )
    .option('--name <text>', 'name to show (default: the user name)')
    .addOption(new Option('--role <role>', 'what the person may do').choices(ROLES).default('viewer'))
    .action(async (user: string, options: { name?: string; role: RoleName }) => invite(await open(), user, options));
  onOne('role', 'change what a person may do', 'role ada administrator')
    .argument('<role>', ROLES.join(', '))
    .action(async (user: string, role: RoleName) => change(await open(), user, { role }));
  onOne('disable', 'end all access of a person, and keep the account', 'disable ada').action(async (user: string) =>
    change(await open(), user, { disabled: true }),
  );
  onOne('enable', 'enable a disabled account', 'enable ada').action(async (user: string) =>
    change(await open(), user, { disabled: false }),
  );
  onOne('remove', 'remove an account with its sessions and keys', 'remove ada').action(async (user: string) =>
    remove(await open(), user),
  );
  onOne('reset', 'print a link that sets a new password', 'reset ada').action(async (user: string) =>
    reset(await open(), user),
  );
  onOne('sign-out', 'end all sessions of a person', 'sign-out ada').action(async (user: string) =>
    signOut(await open(), user),
  );
  onOne('keys', 'list the API keys of a person', 'keys ada').action(async (user: string) => keys(await open(), user));
  onOne('revoke-key', 'revoke an API key of a person', 'revoke-key ada 0b5d7a4e-4f0c-4c59-9d9a-3d6b2c1f7a55')
    .argument('<key>', 'id of the key')
    .action(async (user: string, key: string) => revokeKey(await open(), user, key));
}

const COLUMNS: readonly Column[] = [
  { heading: 'USER' },
  { heading: 'NAME' },
  { heading: 'ROLE' },
  { heading: 'STATE' },
  { heading: 'LAST SIGN-IN' },
  { heading: 'SESSIONS', align: 'right' },
  { heading: 'KEYS', align: 'right' },
];

async function list({ client, terminal, signal }: Context): Promise<void> {
  const people = await client.call('listPeople', {}, { signal });
  if (terminal.json) return terminal.document(people);
  await terminal.table(
    COLUMNS,
    people.map((one) => [
      one.user_name,
      one.display_name,
      one.role,
      one.state,
      time(one.last_sign_in_at),
      String(one.session_count),
      String(one.key_count),
    ]),
  );
}

/** Finds a person by user name. Like the coordinator, ignores case. */
async function find({ client, signal }: Context, user: string): Promise<Person> {
  const people = await client.call('listPeople', {}, { signal });
  const found = people.find(({ user_name }) => user_name.toLowerCase() === user.toLowerCase());
  if (found === undefined)
    throw new CommandError(`the user name ${user} is unknown. gridctl people list shows everyone`, EXIT.refused);
  return found;
}

async function invite(context: Context, user: string, { name = user, role }: { name?: string; role: RoleName }) {
  const { client, terminal } = context;
  const body = { user_name: user, display_name: name, role };
  const invited = await client.call('invitePerson', { body });
  if (terminal.json) return terminal.document(invited);
  await showLink(context, user, invited.link);
}

async function change(context: Context, user: string, body: { role?: RoleName; disabled?: boolean }): Promise<void> {
  const { client, terminal } = context;
  const { id } = await find(context, user);
  const person = await client.call('changePerson', { params: { id }, body });
  if (terminal.json) return terminal.document(person);
  await terminal.lines([`${person.user_name}: ${person.role}, ${person.state}`]);
}

async function remove(context: Context, user: string): Promise<void> {
  const { client, terminal } = context;
  const { id } = await find(context, user);
  await confirm(context, `Remove the account ${user}?`);
  await client.call('removePerson', { params: { id } });
  if (terminal.json) return terminal.document({ user_name: user });
  await terminal.lines([`removed ${user}`]);
}

async function reset(context: Context, user: string): Promise<void> {
  const { client, terminal } = context;
  const { id } = await find(context, user);
  const link = await client.call('createResetLink', { params: { id } });
  if (terminal.json) return terminal.document(link);
  await showLink(context, user, link);
}

async function signOut(context: Context, user: string): Promise<void> {
  const { client, terminal } = context;
  const { id } = await find(context, user);
  await client.call('signOutPerson', { params: { id } });
  if (terminal.json) return terminal.document({ user_name: user });
  await terminal.lines([`signed out ${user}`]);
}

async function keys(context: Context, user: string): Promise<void> {
  const { id } = await find(context, user);
  await showKeys(context, await context.client.call('listKeysOfPerson', { params: { id } }));
}

async function revokeKey(context: Context, user: string, key: string): Promise<void> {
  const { client, terminal } = context;
  const { id } = await find(context, user);
  await client.call('deleteKeyOfPerson', { params: { id, key } });
  if (terminal.json) return terminal.document({ id: key });
  await terminal.lines([`revoked ${key}`]);
}
