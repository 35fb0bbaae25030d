import { Refusal } from '@almagest/service-kit/refusal';
import Type from 'typebox';
import { cutMiddle } from '../../domain/agent/data-fence.ts';
import { SHOWN_CHARS } from '../../domain/agent/limits.ts';
import { listBlocks, type BlockRow } from '../../persistence/reading/block-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { defineTool } from '../agent/tool.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { PaperCode } from './arguments.ts';
import { contentsOf, excerptOf, findSection, type Excerpt, type Span } from './paper-sections.ts';

/** Leaves room for the hint on how to continue. Otherwise the hint would be cut off. */
const EXCERPT_CHARS = SHOWN_CHARS - 1_000;

/** Reads a section of a parsed paper. If the model names no section, lists the sections. */
export function readSectionTool({ db }: { readonly db: Db }) {
  return defineTool({
    name: 'read_section',
    description:
      "Reads a section of a parsed paper as Markdown, each paragraph with its number, as used by notes. Without a section and a paragraph, returns the paper's headings with their paragraphs. A long section is cut and ends with the paragraph to continue from.",
    parameters: Type.Object({
      bibcode: PaperCode,
      section: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          description: 'The full heading, some words of it, or the section number, such as Results or 3.2.',
        }),
      ),
      paragraph: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description: 'Starts reading at this paragraph, up to the end of the section if you name one.',
        }),
      ),
    }),
    access: 'read',
    run: async (asked) => {
      const { text, next } = await readSection({ db }, asked);
      return next === undefined ? text : `${text}\n\n[continues at paragraph ${next}]`;
    },
  });
}

interface SectionQuery {
  readonly bibcode: string;
  readonly section?: string | undefined;
  readonly paragraph?: number | undefined;
}

/** Returns the beginning of a section. Without a section and a paragraph, returns the headings of the paper. */
export async function readSection(
  { db }: { readonly db: Db },
  { bibcode, section, paragraph }: SectionQuery,
): Promise<Excerpt & { readonly bibcode: string }> {
  const paper = await requirePaper(db, bibcode);
  const blocks = await listBlocks(db, paper.id);
  if (blocks.length === 0) throw new Refusal('malformed', `${paper.bibcode} is not parsed yet. Parse it first`);
  if (section === undefined && paragraph === undefined)
    return { bibcode: paper.bibcode, text: contentsOf(blocks).join('\n'), next: undefined };
  const { text, next } = excerptOf(blocks, spanOf(blocks, section, paragraph), EXCERPT_CHARS);
  return { bibcode: paper.bibcode, text: cutMiddle(text, EXCERPT_CHARS), next };
}

function spanOf(blocks: readonly BlockRow[], section: string | undefined, paragraph: number | undefined): Span {
  const found = section === undefined ? { from: 0, to: blocks.length } : findSection(blocks, section);
  if (found === undefined) {
    const known = cutMiddle(contentsOf(blocks).join('; '), 2_000);
    throw new Refusal('unknown', `no heading contains the words ${section}. The headings are: ${known}`);
  }
  const { from, to } = found;
  const first = paragraph ?? from;
  if (first < from || first >= to)
    throw new Refusal(
      'unknown',
      `there is no paragraph ${first} ${section === undefined ? 'in the paper' : 'in this section'}. It has the paragraphs ${from} to ${to - 1}`,
    );
  return { from: first, to };
}
