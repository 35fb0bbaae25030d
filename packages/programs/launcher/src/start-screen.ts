import type { Stack } from './stack.ts';

const LABEL_WIDTH = 10;

/** Returns the output of `npm start` when everything is ready: what runs where, and how to log in. */
export function startScreen(
  { services, adminToken }: Pick<Stack, 'services' | 'adminToken'>,
  stateDir: string,
  environment: NodeJS.ProcessEnv,
): string {
  const blocks = services.map(({ name, address, page, token }) => {
    const isGrid = page.label === 'console';
    const access = isGrid ? adminToken.place : (token?.place ?? givenToken(environment));
    return [
      name.charAt(0).toUpperCase() + name.slice(1),
      line(page.label, page.address),
      ...(isGrid ? [line('', `log in as ${environment['ADMIN_USER'] || 'admin'}, ${passwordOf(environment)}`)] : []),
      line('API', `${address}/docs`),
      line('token', access),
    ].join('\n');
  });
  return `\n${['Almagest is running. Ctrl-C stops it.', ...blocks, `All data is in ${stateDir}`].join('\n\n')}\n`;
}

function givenToken({ API_TOKEN, API_TOKEN_FILE }: NodeJS.ProcessEnv): string {
  if (API_TOKEN) return 'the value of API_TOKEN';
  return API_TOKEN_FILE ? API_TOKEN_FILE : 'not required';
}

function passwordOf({ ADMIN_PASSWORD, ADMIN_PASSWORD_FILE }: NodeJS.ProcessEnv): string {
  return ADMIN_PASSWORD || ADMIN_PASSWORD_FILE ? 'with your password' : 'with the token as password';
}

function line(label: string, text: string): string {
  return `  ${label.padEnd(LABEL_WIDTH)}${text}`;
}
