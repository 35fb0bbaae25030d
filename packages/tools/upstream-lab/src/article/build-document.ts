import type { Entry } from '../content/library.ts';
import { JOURNALS } from '../content/paper.ts';
import { person, preprintName, shortName } from '../content/persons.ts';
import type { Article, Block, Section } from './article.ts';
import type { CitedWork, Document, DocumentBlock, Inline } from './document.ts';
import { numberBlocks, type Numbers } from './number-blocks.ts';

interface Labels {
  readonly work: (key: string) => CitedWork;
  readonly target: (label: string) => { readonly anchor: string; readonly number: string };
  readonly nextFootnote: () => number;
}

const MARK =
  /\{\{([^]*?)\}\}|\$([^$]+)\$|\[\[(@?)([^\]]+)\]\]|\{((?:eq|fig|tab|sec):\w+)\}|\{\\(\w+)\|([^}]+)\}|\*([^*]+)\*/g;

export function buildDocument(entry: Entry, article: Article): Document {
  const numbers = numberBlocks(article.sections);
  const works = [...entry.references].sort(
    (a, b) => firstName(a).localeCompare(firstName(b), 'en') || a.paper.year - b.paper.year,
  );
  let footnotes = 0;
  const labels: Labels = {
    work: (key) => citedWork(works, key),
    target: numbers.label,
    nextFootnote: () => (footnotes += 1),
  };
  const title = parseInline(entry.paper.title, labels);
  const abstract = parseInline(entry.paper.abstract ?? '', labels);
  const blocks = new Builder(labels, numbers).sections(article.sections, 1);
  return {
    title,
    abstract,
    blocks,
    authors: entry.paper.authors.map((key) => ({ name: preprintName(person(key)), institute: person(key).institute })),
    keywords: entry.paper.keywords,
    acknowledgements:
      article.acknowledgements === undefined ? undefined : parseInline(article.acknowledgements, labels),
    references: works.map((work, index) => {
      const { names, year, anchor } = citedWork(works, work.paper.key);
      return { anchor, label: `${names} (${year})`, text: referenceText(works[index] ?? work) };
    }),
  };
}

class Builder {
  readonly #labels: Labels;
  readonly #numbers: Numbers;

  constructor(labels: Labels, numbers: Numbers) {
    this.#labels = labels;
    this.#numbers = numbers;
  }

  sections(sections: readonly Section[], level: 1 | 2): DocumentBlock[] {
    return sections.flatMap((section) => {
      const { number, anchor } = this.#numbers.section(section);
      const title = this.#inline(section.title);
      return [
        { kind: 'heading', level, number, isAppendix: section.isAppendix === true, title, anchor },
        ...section.blocks.map((block, index) => this.#block(block, `${anchor}.p${index + 1}`)),
        ...this.sections(section.subsections ?? [], 2),
      ];
    });
  }

  #block(block: Block, paragraph: string): DocumentBlock {
    if (typeof block === 'string') return { kind: 'paragraph', text: this.#inline(block), anchor: paragraph };
    if ('list' in block)
      return { kind: 'list', items: block.list.map((item) => this.#inline(item)), anchor: paragraph };
    const { anchor, number: text } = this.#numbers.block(block);
    const number = Number(text);
    if ('equation' in block) {
      const top = anchor.slice(0, -text.length);
      const lines = [block.equation]
        .flat()
        .map((tex, index) => ({ tex, number: number + index, anchor: `${top}${number + index}` }));
      return { kind: 'equation', lines, anchor: paragraph };
    }
    if ('figure' in block) {
      const { caption, plot, isMissing } = block.figure;
      return { kind: 'figure', number, caption: this.#inline(caption), plot, isMissing: isMissing === true, anchor };
    }
    const { caption, groups, head, rows } = block.table;
    return {
      kind: 'table',
      number,
      caption: this.#inline(caption),
      groups: (groups ?? []).map(({ title, columns }) => ({ title: this.#inline(title), columns })),
      head: head.map((cell) => this.#inline(cell)),
      rows: rows.map((row) => row.map((cell) => this.#inline(cell))),
      anchor,
    };
  }

  #inline(text: string): Inline[] {
    return parseInline(text, this.#labels);
  }
}

function citedWork(works: readonly Entry[], key: string): CitedWork {
  const index = works.findIndex(({ paper }) => paper.key === key);
  const work = works[index];
  if (work === undefined) throw new Error(`${key} is cited but missing in the list of references`);
  return { names: citedNames(work), year: String(work.paper.year), anchor: `bib.bib${index + 1}` };
}

function citedNames({ paper }: Entry): string {
  const names = paper.authors.map((key) => person(key).lastName);
  const [first = '', second = ''] = names;
  if (names.length > 2) return `${first} et al.`;
  return names.length === 2 ? `${first} & ${second}` : first;
}

function firstName({ paper }: Entry): string {
  return paper.authors[0] === undefined ? '' : person(paper.authors[0]).lastName;
}

function referenceText({ paper }: Entry): string {
  const names = paper.authors.map((key) => shortName(person(key)));
  const [first = '', ...others] = names;
  const who =
    others.length > 3
      ? `${first}, et al.`
      : names.length > 1
        ? `${names.slice(0, -1).join(', ')}, & ${names.at(-1) ?? ''}`
        : first;
  if (paper.published === undefined) return `${who} ${paper.year}, arXiv:${paper.preprint?.id ?? ''}`;
  const { stem, volume, page } = paper.published;
  const where = JOURNALS[stem].refereed ? [stem, volume, page] : [JOURNALS[stem].name, volume, page];
  return `${who} ${paper.year}, ${where.filter(Boolean).join(', ')}`;
}

function parseInline(text: string, labels: Labels): Inline[] {
  const inlines: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > at) inlines.push({ kind: 'text', text: text.slice(at, match.index) });
    inlines.push(readMark(match, labels));
    at = match.index + match[0].length;
  }
  if (at < text.length) inlines.push({ kind: 'text', text: text.slice(at) });
  return inlines;
}

function readMark(match: RegExpMatchArray, labels: Labels): Inline {
  const [, footnote, tex, inSentence, keys, label, macro, shown = '', emphasis = ''] = match;
  if (footnote !== undefined) {
    const number = labels.nextFootnote();
    return { kind: 'footnote', number, text: parseInline(footnote, labels) };
  }
  if (tex !== undefined) return { kind: 'math', tex };
  if (keys !== undefined) {
    return {
      kind: 'citation',
      inSentence: inSentence === '@',
      works: keys.split(',').map((key) => labels.work(key.trim())),
    };
  }
  if (label !== undefined) return { kind: 'reference', ...labels.target(label) };
  return macro === undefined ? { kind: 'emphasis', text: emphasis } : { kind: 'macro', name: macro, shown };
}
