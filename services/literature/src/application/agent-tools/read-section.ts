import { PaperReference } from '@almagest/contracts/literature';
import { Refusal } from '@almagest/service-kit/refusal';
import Type from 'typebox';
import { listBlocks, type BlockRow } from '../../persistence/block-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { defineTool } from '../agent/tool.ts';
import { requirePaper } from '../papers/require-paper.ts';

/** A parsed paper by its sections; without one named, what sections there are. */
export function readSectionTool({ db }: { readonly db: Db }) {
  return defineTool({
    name: 'read_section',
    description:
      "Reads a section of a parsed paper as Markdown, each paragraph with its number. Without a section: the paper's headings.",
    parameters: Type.Object({
      bibcode: PaperReference,
      section: Type.Optional(
        Type.String({ minLength: 1, maxLength: 500, description: 'Words of the heading, such as Results.' }),
      ),
    }),
    access: 'read',
    run: async ({ bibcode, section }) => {
      const paper = await requirePaper(db, bibcode);
      const blocks = (await listBlocks(db, paper.id)).map((block, position) => ({ ...block, position }));
      if (blocks.length === 0) throw new Refusal('malformed', `${paper.bibcode} is not parsed yet`);
      if (section !== undefined) return sectionOf(blocks, section).map(line).join('\n\n');
      const headings = blocks.filter(isHeading);
      return headings.length === 0 ? 'the paper has no headings' : headings.map(line).join('\n');
    },
  });
}

type Placed = BlockRow & { readonly position: number };

const isHeading = ({ kind }: BlockRow): boolean => kind === 'heading';
const levelOf = ({ markdown }: BlockRow): number => /^#+/.exec(markdown)?.[0].length ?? 0;
const line = ({ position, markdown }: Placed): string => `[${position}] ${markdown}`;

/** From the heading that has the words to the next one of its level or above. */
function sectionOf(blocks: readonly Placed[], words: string): Placed[] {
  const wanted = words.trim().toLowerCase();
  const from = blocks.findIndex((block) => isHeading(block) && block.text.toLowerCase().includes(wanted));
  const heading = blocks[from];
  if (heading === undefined) {
    const known = blocks.filter(isHeading).map(({ text }) => text);
    throw new Refusal('unknown', `no heading has the words ${words}; there are: ${known.join('; ')}`);
  }
  const rest = blocks.slice(from + 1);
  const end = rest.findIndex((block) => isHeading(block) && levelOf(block) <= levelOf(heading));
  return [heading, ...(end === -1 ? rest : rest.slice(0, end))];
}
