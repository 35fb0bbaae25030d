import { readTags, SILENT } from './plain-text.ts';

export interface NoteMarkdown {
  readonly text: string;
  /** Parts of the note that Markdown cannot hold. */
  readonly dropped: readonly string[];
}

const MARKS: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  code: '`',
  s: '~~',
  del: '~~',
};
const SCRIPTS: Readonly<Record<string, string>> = { sub: '_', sup: '^' };
const BLOCKS: ReadonlySet<string> = new Set('p div h1 h2 h3 h4 h5 h6 ul ol table tr hr pre blockquote'.split(' '));

/**
 * Converts the HTML of a note to Markdown: paragraphs, headings, lists, quotes, emphasis, code, links, tables as lines,
 * and formulas. Zotero writes formulas with dollar signs. All other markup is dropped, so that scripts cannot run.
 */
export function markdownOfHtml(html: string): NoteMarkdown {
  const writer = new NoteWriter();
  readTags(html, {
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (text) => writer.text(text),
    onclosetag: (name) => writer.close(name),
  });
  return writer.result();
}

/** Maximum depth of lists. Deeper lists are written at this depth. */
const MAX_DEPTH = 20;

class NoteWriter {
  #blocks: string[] = [];
  #line = '';
  #silent = 0;
  #preformatted = 0;
  #quotes = 0;
  /** The next number of each open list, or undefined for a list with bullets. */
  readonly #lists: (number | undefined)[] = [];
  readonly #links: string[] = [];
  readonly #dropped = new Set<string>();

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (SILENT.has(name)) this.#silent += 1;
    if (this.#silent > 0) return;
    if (name === 'br') this.#line += '\n';
    else if (name === 'img') this.#dropped.add('a picture');
    else if (name === 'a') this.#openLink(attributes['href'] ?? '');
    else if (name === 'td' || name === 'th') this.#line += this.#line.trim() === '' ? '' : ' | ';
    else if (name === 'li') this.#openItem();
    else if (BLOCKS.has(name)) this.#openBlock(name);
    else this.#line += MARKS[name] ?? SCRIPTS[name] ?? '';
  }

  text(text: string): void {
    if (this.#silent > 0) return;
    this.#line += this.#preformatted > 0 ? text : text.replaceAll(/\s+/g, ' ');
  }

  close(name: string): void {
    if (SILENT.has(name)) this.#silent = Math.max(0, this.#silent - 1);
    else if (this.#silent > 0) return;
    else if (name === 'a') this.#closeLink();
    else if (name === 'pre') {
      this.#end(true);
      this.#preformatted = Math.max(0, this.#preformatted - 1);
    } else if (name === 'blockquote') {
      this.#end();
      this.#quotes = Math.max(0, this.#quotes - 1);
    } else if (name === 'ul' || name === 'ol') {
      this.#end();
      this.#lists.pop();
    } else if (name === 'li' || BLOCKS.has(name)) this.#end();
    else this.#line += MARKS[name] ?? '';
  }

  result(): NoteMarkdown {
    this.#end();
    return { text: this.#blocks.join('\n').trim(), dropped: [...this.#dropped] };
  }

  #openBlock(name: string): void {
    const isInItem = this.#lists.length > 0 && /^(?:\s*(?:-|\d+\.) )$/.test(this.#line);
    // The first paragraph of a list item continues the line of the item.
    if (isInItem && (name === 'p' || name === 'div')) return;
    this.#end();
    if (name === 'pre') this.#preformatted += 1;
    if (name === 'blockquote') this.#quotes += 1;
    if (name === 'ul') this.#lists.push(undefined);
    if (name === 'ol') this.#lists.push(1);
    if (/^h\d$/.test(name)) this.#line = `${'#'.repeat(Number(name[1]))} `;
  }

  #openItem(): void {
    this.#end();
    const depth = Math.min(this.#lists.length, MAX_DEPTH);
    const number = this.#lists.at(-1);
    if (number !== undefined) this.#lists[this.#lists.length - 1] = number + 1;
    this.#line = `${'  '.repeat(Math.max(0, depth - 1))}${number === undefined ? '-' : `${number}.`} `;
  }

  #openLink(href: string): void {
    const isAddress = /^(?:https?:\/\/|mailto:)[^\s()<>]+$/i.test(href);
    this.#links.push(isAddress ? href : '');
    if (isAddress) this.#line += '[';
  }

  #closeLink(): void {
    const href = this.#links.pop() ?? '';
    if (href !== '') this.#line += `](${href})`;
  }

  #end(isCode = false): void {
    const isFormula = /^\s*\$\$[^]*\$\$\s*$/.test(this.#line);
    const raw = isCode && !isFormula && this.#line.trim() !== '' ? `\`\`\`\n${this.#line.trim()}\n\`\`\`` : this.#line;
    this.#line = '';
    const lines = raw.split('\n').map((line) => line.trimEnd());
    if (lines.every((line) => line.trim() === '' || /^\s*(?:-|\d+\.|#+)$/.test(line))) return;
    const prefix = '> '.repeat(Math.min(this.#quotes, MAX_DEPTH));
    const isItem = /^\s*(?:-|\d+\.) /.test(raw);
    const isAfterItem = /^(?:> )*\s*(?:-|\d+\.) /.test(this.#blocks.at(-1) ?? '');
    // An empty line separates paragraphs, but not the items of a list.
    if (this.#blocks.length > 0 && !(isItem && isAfterItem)) this.#blocks.push(prefix.trimEnd());
    for (const line of lines) this.#blocks.push(prefix + (isItem || isCode ? line : line.trimStart()));
  }
}
