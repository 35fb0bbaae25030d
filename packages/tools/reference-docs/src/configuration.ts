import type { Setting, Settings } from '@almagest/service-kit/setting';
import { OPTIONS as AGENT_OPTIONS, variableOf } from '../../../programs/grid-agent/src/settings.ts';
import { VARIABLES as GRIDCTL_VARIABLES } from '../../../programs/gridctl/src/variables.ts';
import { SETTINGS as LAUNCHER_SETTINGS } from '../../../programs/launcher/src/settings.ts';
import { SETTINGS as GRID_SETTINGS } from '../../../../services/grid-coordinator/src/settings.ts';
import { SETTINGS as LITERATURE_SETTINGS } from '../../../../services/literature/src/settings.ts';
import { formatted, read } from './checkout.ts';
import { shownVariables } from './environment-example.ts';

export const CONFIGURATION_FILE = 'docs/configuration.md';

/** The lists of each service, by the name that its folder of the compose file has. */
export const SERVICES: Readonly<Record<'grid' | 'literature', Settings>> = {
  grid: GRID_SETTINGS,
  literature: LITERATURE_SETTINGS,
};

const INTRODUCTION = `# Configuration

<!-- Written by \`npm run docs\` from the lists that the programs themselves read. Change those, not this file. -->

Each program reads its environment once, when it starts. For the two services and the launcher:

- An empty variable counts as unset.
- A missing or malformed value stops the start with one line for each fault, which names the variable.
- Every process of a service checks all of its variables; the column "process" says where one has an effect.
- A service also takes an option for each variable, which wins: \`--heartbeat-timeout-sec 60\` for \`HEARTBEAT_TIMEOUT_SEC\`.
- What is marked **secret** is never logged. It may be in a file instead, as the secrets of a compose file are handed over:
  \`ADMIN_TOKEN_FILE=/run/secrets/admin-token\` for \`ADMIN_TOKEN\`. Set one of the two.
`;

/** The document that describes every variable, as it is committed. */
export async function renderConfiguration(): Promise<string> {
  const sections = [
    INTRODUCTION,
    section(
      '`npm start` and `npm run demo`',
      `Beside its own variables the launcher takes those of both services and hands each service the variables that it reads,
and no others: what is secret of one service is not seen by the other. It sets \`PORT\` and \`METRICS_PORT\` itself.
With another \`HOST\` than loopback and no \`API_TOKEN\` it makes one: \`STATE_DIR/api-token\`.
\`sh infra/local/start --help\` shows the options.`,
      tableOf(LAUNCHER_SETTINGS, 'command'),
    ),
    section(
      'The grid coordinator',
      'A database over TLS, and what its role needs: [operations](operations.md#a-postgresql-of-ones-own).',
      tableOf(GRID_SETTINGS, 'process'),
    ),
    section('The literature service', '', tableOf(LITERATURE_SETTINGS, 'process')),
    section(
      'The node agent',
      'Each is an option of `grid-agent` too, which wins: `--node-id` for `GRID_AGENT_NODE_ID`.',
      table(
        ['Variable', 'Default', 'Meaning'],
        AGENT_OPTIONS.map(([name, meaning, fallback]) => [
          `\`${variableOf(name)}\``,
          fallback === undefined ? 'required' : `\`${fallback}\``,
          name.endsWith('-sec') ? `${meaning} (s)` : meaning,
        ]),
      ),
    ),
    section(
      'gridctl',
      'The option named beside each wins.',
      table(
        ['Variable', 'Default', 'Meaning'],
        Object.values(GRIDCTL_VARIABLES).map((variable) => [
          nameOf(variable),
          'fallback' in variable ? `\`${variable.fallback}\`` : 'unset',
          variable.meaning,
        ]),
      ),
    ),
    section(
      'docker compose',
      `[.env.example](../.env.example) has every variable that can stand in \`.env\` with its default: those of the services that
an operator chooses, and the following ones of the set-up itself.`,
      tableOfCompose(),
    ),
  ];
  return await formatted(CONFIGURATION_FILE, sections.join('\n'));
}

function section(title: string, text: string, rows: string): string {
  return [`## ${title}`, text, rows].filter((part) => part !== '').join('\n\n') + '\n';
}

function tableOf(settings: Settings, usedBy: string): string {
  return table(
    ['Variable', 'Default', 'Unit', 'Meaning', usedBy === 'process' ? 'Process' : 'Command'],
    Object.values(settings).map((setting) => [
      nameOf(setting),
      defaultOf(setting),
      setting.unit ?? '',
      meaningOf(setting),
      setting.usedBy.join(', '),
    ]),
  );
}

function tableOfCompose(): string {
  const known = new Set(Object.values(SERVICES).flatMap((settings) => Object.values(settings).map(({ name }) => name)));
  const own = shownVariables(read('.env.example')).filter(({ name }) => !known.has(name.replace(/_FILE$/, '')));
  return table(
    ['Variable', 'Default', 'Meaning'],
    own.map(({ name, value, comment }) => [`\`${name}\``, value === '' ? 'unset' : `\`${value}\``, comment]),
  );
}

function nameOf({ name, secret }: { readonly name: string; readonly secret?: true }): string {
  return secret === true ? `\`${name}\`, **secret**` : `\`${name}\``;
}

function defaultOf({ fallback, defaultText }: Setting): string {
  if (defaultText !== undefined) return defaultText;
  return fallback === undefined ? 'unset' : `\`${fallback}\``;
}

function meaningOf({ meaning, min, max, values }: Setting): string {
  if (values !== undefined) return `${meaning}: ${values.map((value) => `\`${value}\``).join(', ')}`;
  // Of ports nobody needs to be told; of the others only what is less than all numbers.
  const bounds = [
    ...(min !== undefined && min > 1 ? [`at least ${min}`] : []),
    ...(max !== undefined && max !== 65_535 ? [`at most ${max}`] : []),
  ];
  return bounds.length === 0 ? meaning : `${meaning} (${bounds.join(', ')})`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
