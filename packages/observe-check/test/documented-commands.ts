import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALERTS } from './rules.ts';

export const CHECKOUT = join(import.meta.dirname, '../../..');

/** A command that somebody who reads a document is told to run. */
export interface DocumentedCommand {
  readonly where: string;
  readonly text: string;
}

const PAGES = ['docs', 'packages', 'services'].flatMap((folder) =>
  readdirSync(join(CHECKOUT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return folder === 'docs' ? [] : [join(folder, entry.name, 'README.md')];
    return entry.name.endsWith('.md') ? [join(folder, entry.name)] : [];
  }),
);
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', ...PAGES];
/** Their comments name commands. */
const COMMENTED = ['.env.example', 'docker-compose.yml', 'infra/compose/stand-ins.yml', 'infra/haproxy/haproxy.cfg'];

/** What begins a command in the midst of a sentence; a path without arguments may be a file that is spoken of. */
const BEGINS =
  /^(?:sh |npm |npx |docker |gridctl\b|grid-agent |curl |tar |git |openssl |df |infra\/(?:backup|compose|upgrade|local)\/)/;

const textOf = (file: string) => {
  try {
    return readFileSync(join(CHECKOUT, file), 'utf8');
  } catch {
    // Not every package has a page.
    return '';
  }
};

/** Every command of every document, of the alerts and of the commented settings. */
export function documentedCommands(): DocumentedCommand[] {
  const inDocuments = DOCUMENTS.flatMap((file) => [...inBlocks(file), ...inSentences(file, textOf(file))]);
  const inComments = COMMENTED.flatMap((file) => [
    ...inSentences(file, textOf(file)),
    ...[...textOf(file).matchAll(/^# .*?: ((?:docker|sh|npm) .*)$/gm), ...textOf(file).matchAll(/^# {2,}((?:docker|sh|npm) .*)$/gm)].map(([, text = '']) => ({ where: file, text })), // prettier-ignore
  ]);
  const inAlerts = ALERTS.flatMap(({ alert, annotations: { summary, description } }) =>
    inSentences(`alert ${alert}`, `${summary} ${description}`),
  );
  return [...inDocuments, ...inComments, ...inAlerts];
}

/** What an alert says of a program outside of a command. */
export function looseMentions(): string[] {
  return ALERTS.flatMap(({ alert, annotations: { description } }) =>
    /\b(?:gridctl|docker|npm)\b/.test(description.replaceAll(/`[^`]+`/g, '')) ? [alert] : [],
  );
}

function inBlocks(file: string): DocumentedCommand[] {
  return [...textOf(file).matchAll(/^ *```(?:sh|cron)\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) => {
    // A script as an example, not commands to run.
    if (block.trimStart().startsWith('#!')) return [];
    const joined = block.replaceAll(/\\\n\s*/g, ' ').replaceAll(/\|\n\s*/g, '| ');
    const lines = joined.split('\n').map((line) => withoutComment(line.trim()).replace(/^[\d*]+( +[\d*]+){4} +/, ''));
    return lines.filter((text) => text !== '').map((text) => ({ where: file, text }));
  });
}

function withoutComment(line: string): string {
  const comment = line.search(/(?<=^|\s)#(?!\S)/);
  return (comment === -1 ? line : line.slice(0, comment)).trim();
}

function inSentences(where: string, text: string): DocumentedCommand[] {
  const sentences = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
  const spans = [...sentences.matchAll(/`([^`]+)`/g)].map(([, span = '']) => onOneLine(span));
  return spans.filter((span) => BEGINS.test(span)).map((span) => ({ where, text: span }));
}

/** A span may go on in the next line, which in a file of settings is a comment too. */
function onOneLine(span: string): string {
  return span
    .split('\n')
    .map((line) => line.trim().replace(/^#/, '').trim())
    .join(' ');
}
