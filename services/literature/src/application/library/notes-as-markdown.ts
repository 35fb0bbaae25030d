import type { NoteRecord } from '@almagest/contracts/literature';
import { splitMathematics } from '@almagest/contracts/text-with-formulas';
import type { PaperRow } from '../../persistence/papers/paper-repository.ts';

/**
 * Returns the notes of a paper as a Markdown section, each with a link to its paragraph. Returns an empty list if the
 * paper has no notes.
 */
export function notesAsMarkdown(paper: PaperRow, notes: readonly NoteRecord[], address: string): string[] {
  if (notes.length === 0) return [];
  const { title, authors, year, bibcode, doi } = paper;
  const page = `${address}/read/${encodeURIComponent(bibcode)}`;
  const [first = '', ...others] = authors;
  const by = [others.length > 2 ? `${first} et al.` : authors.join('; '), year, doi === '' ? '' : `doi:${doi}`];
  const lines = [
    `\n## [${asText(title || bibcode)}](${page})\n`,
    `${asText(by.filter((part) => part !== '').join(', '))} (\`${bibcode.replaceAll('`', '')}\`)\n`,
    ...notes.map((note) => noteLines(note, page)),
  ];
  return [lines.join('\n')];
}

function noteLines(
  { id, paragraph_index, selected_text, note_text, highlight_color, anchor }: NoteRecord,
  page: string,
): string {
  const link = ` ([${paragraph_index < 0 ? 'note' : `paragraph ${paragraph_index}`}](${page}#note-${id}))`;
  const quote = selected_text === '' ? [] : selected_text.split('\n').map((line) => `> ${asText(line)}`);
  const where = anchor === 'paper' ? '' : `*${highlight_color}*${link}`;
  return [
    ...quote,
    ...(quote.length > 0 ? [''] : []),
    [where, asParagraphs(note_text)].filter((part) => part !== '').join('\n\n'),
    '',
  ].join('\n');
}

/** Escapes Markdown and HTML in text. Leaves formulas unescaped, so that Markdown programs typeset them. */
function asText(text: string): string {
  return splitMathematics(text.replaceAll(/\s+/g, ' '))
    .map(({ kind, text: part }) => {
      if (kind === 'words') return part.replaceAll(/[\\`*_[\]<>$]/g, String.raw`\$&`);
      return kind === 'formula' ? `$${part}$` : `$$${part}$$`;
    })
    .join('')
    .trim();
}

function asParagraphs(text: string): string {
  return text
    .split('\n')
    .map((line) => asText(line).replace(/^([#>+-]|\d{1,9}[.)])/, String.raw`\$1`))
    .join('\n');
}
