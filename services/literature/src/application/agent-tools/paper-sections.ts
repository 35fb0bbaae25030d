/** A block of a parsed paper. The index of a block in the paper's list is its paragraph number. */
interface Block {
  readonly kind: string;
  readonly text: string;
  readonly markdown: string;
}

/** A range of paragraphs: `from` inclusive, `to` exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const isHeading = ({ kind }: Block): boolean => kind === 'heading';
const levelOf = ({ markdown }: Block): number => /^#+/.exec(markdown)?.[0].length ?? 0;

/** Lists the headings of a paper with the paragraph number and text length of each section. */
export function contentsOf(blocks: readonly Block[]): string[] {
  const starts = blocks.flatMap((block, index) => (index === 0 || isHeading(block) ? [index] : []));
  return starts.map((from, index) => {
    const own = blocks.slice(from, starts[index + 1]);
    const [first] = own;
    // The Markdown of a heading contains an anchor, which the model does not need.
    const title =
      first !== undefined && isHeading(first)
        ? `${'#'.repeat(levelOf(first))} ${first.text}`
        : '(before the first heading)';
    const chars = own.reduce((sum, { markdown }) => sum + markdown.length, 0);
    return `[${from}] ${title} (${chars} characters)`;
  });
}

/** Finds a section by its full heading, its number, or some words of its heading. The span includes subsections. */
export function findSection(blocks: readonly Block[], wanted: string): Span | undefined {
  const words = plain(wanted);
  if (words === '') return undefined;
  const among = (fits: (heading: string) => boolean) =>
    blocks.findIndex((block) => isHeading(block) && fits(plain(block.text)));
  const from = [
    among((heading) => heading === words),
    among((heading) => heading.startsWith(`${words} `)),
    among((heading) => heading.includes(words)),
  ].find((index) => index !== -1);
  const heading = from === undefined ? undefined : blocks[from];
  if (from === undefined || heading === undefined) return undefined;
  const length = blocks.slice(from + 1).findIndex((block) => isHeading(block) && levelOf(block) <= levelOf(heading));
  return { from, to: length === -1 ? blocks.length : from + 1 + length };
}

/** Normalizes a heading: converts it to lower case and removes dots after numbers, so that `3.` finds section `3`. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\.(?=\s|$)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export interface Excerpt {
  readonly text: string;
  /** The paragraph to continue from. Undefined at the end of the span. */
  readonly next: number | undefined;
}

/** Returns as many numbered paragraphs of a span as `maxChars` allows, but at least one. */
export function excerptOf(blocks: readonly Block[], { from, to }: Span, maxChars: number): Excerpt {
  const lines: string[] = [];
  let room = maxChars;
  for (const [index, { markdown }] of blocks.slice(from, to).entries()) {
    const line = `[${from + index}] ${markdown}`;
    room -= line.length;
    if (room < 0 && lines.length > 0) break;
    lines.push(line);
  }
  const next = from + lines.length;
  return { text: lines.join('\n\n'), next: next < to ? next : undefined };
}
