import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { findSession, sessionFile, storeSession } from '../client/session-file.ts';
import type { Context, OpenContext } from '../context.ts';
import { EXIT, CommandError, UnreachableError, UsageError } from '../errors.ts';
import { time } from '../output/wording.ts';
import { ask } from './ask.ts';
import { examples } from './examples.ts';

interface LoginOptions {
  readonly user?: string;
  readonly passwordStdin?: true;
}

export function registerSession(program: Command, open: OpenContext): void {
  program
    .command('login')
    .description('sign in with a password. The session is kept in ~/.config/almagest/gridctl.json')
    .option('--user <name>', 'user name (gridctl asks if omitted)')
    .option('--password-stdin', 'read the password from stdin instead of asking')
    .addHelpText('after', examples('login', 'login --user admin --password-stdin < password-file'))
    .action(async (options: LoginOptions) => login(await open(), options));
  program
    .command('logout')
    .description('end the session and delete its stored cookie')
    .addHelpText('after', examples('logout', 'logout --url https://grid.example.org'))
    .action(async () => logout(await open()));
  program
    .command('whoami')
    .description('show the user that the coordinator sees')
    .addHelpText('after', examples('whoami', 'whoami --output json'))
    .action(async () => whoAmI(await open()));
}

async function login(context: Context, options: LoginOptions): Promise<void> {
  const { client, terminal, io, signal } = context;
  const username = options.user ?? (await askOnTerminal(context, 'user:', { echo: true }));
  const password = options.passwordStdin
    ? (await text(io.stdin)).replace(/\r?\n$/, '')
    : await askOnTerminal(context, `password of ${username}:`, { echo: false });
  if (password === '') throw new UsageError('the password is empty');

  const { reply, cookies } = await client.exchange('login', { body: { username, password } }, { signal });
  const cookie = cookies.map((line) => line.split(';')[0] ?? '').find((pair) => pair.startsWith('grid_session='));
  if (cookie === undefined) {
    throw new CommandError(`${client.url} returned no session cookie. Is --url a coordinator’s address?`, EXIT.refused);
  }
  const { username: name, expires_at } = reply.data;
  await storeSession(sessionFile(io.env), client.url, { username: name, cookie, expires_at });
  if (terminal.json) await terminal.document(reply.data);
  else terminal.note(`logged in at ${client.url} as ${name} until ${time(expires_at)} UTC`);
}

async function askOnTerminal(context: Context, question: string, options: { echo: boolean }): Promise<string> {
  if (context.io.stdin.isTTY !== true) {
    throw new UsageError('cannot ask for a password without a terminal: give --user NAME and --password-stdin');
  }
  return ask(context, question, options);
}

async function logout({ client, terminal, io, signal }: Context): Promise<void> {
  const file = sessionFile(io.env);
  const session = await findSession(file, client.url);
  if (!session) {
    if (terminal.json) await terminal.document(null);
    else terminal.note(`no session at ${client.url}`);
    return;
  }
  if (client.credential.kind === 'token') {
    throw new UsageError('a token has no session to end. Run logout without --token, --token-file and their variables');
  }
  // Remove the session first, so that this machine cannot use it even if the request fails.
  await storeSession(file, client.url, undefined);
  try {
    await client.call('logout', {}, { signal });
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    const rest = `the session was deleted here, but stays valid at the coordinator until ${time(session.expires_at)} UTC`;
    throw new UnreachableError(`${error.message} (${rest})`, error);
  }
  if (terminal.json) await terminal.document(null);
  else terminal.note(`logged out of ${client.url}`);
}

async function whoAmI({ client, terminal, signal }: Context): Promise<void> {
  const { data } = await client.call('readSession', {}, { signal });
  if (terminal.json) return terminal.document(data);
  const by = data.expires_at === null ? 'using a token' : `until ${time(data.expires_at)} UTC`;
  await terminal.lines([`${data.username} at ${client.url}, ${by}`]);
}
