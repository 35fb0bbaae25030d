import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALERTS } from './rules.ts';

export const CHECKOUT = join(import.meta.dirname, '../../../..');

export interface DocumentedCommand {
  readonly where: string;
  readonly text: string;
}

const DOCUMENTS = globSync(
  ['{README,CONTRIBUTING,ARCHITECTURE}.md', 'docs/*.md', '{packages,services}/{*,*/*}/README.md'],
  {
    cwd: CHECKOUT,
  },
);
/** Files whose comments contain commands. */
const COMMENTED = ['.env.example', 'docker-compose.yml', 'infra/compose/stand-ins.yml', 'infra/haproxy/haproxy.cfg'];

/** The beginnings of commands in the middle of a sentence. A path without arguments may be just a file name. */
const BEGINS =
  /^(?:sh |npm |npx |docker |gridctl\b|grid-agent |curl |tar |git |openssl |df |infra\/(?:backup|compose|upgrade|local)\/)/;

const textOf = (file: string) => readFileSync(join(CHECKOUT, file), 'utf8');

/** Returns every command in the documents, the alerts and the comments of the settings. */
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

/** Returns program names in alerts that are not marked as code. */
export function looseMentions(): string[] {
  return ALERTS.flatMap(({ alert, annotations: { description } }) =>
    /\b(?:gridctl|docker|npm)\b/.test(description.replaceAll(/`[^`]+`/g, '')) ? [alert] : [],
  );
}

function inBlocks(file: string): DocumentedCommand[] {
  return [...textOf(file).matchAll(/^ *```(?:sh|cron)\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) => {
    // An example of a script, not commands to run.
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

/** Joins a code span that is broken over two lines. In a settings file the second line begins with a comment sign. */
function onOneLine(span: string): string {
  return span
    .split('\n')
    .map((line) => line.trim().replace(/^#/, '').trim())
    .join(' ');
}
