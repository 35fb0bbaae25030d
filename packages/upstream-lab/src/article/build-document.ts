import type { Entry } from '../content/library.ts';
import { JOURNALS } from '../content/paper.ts';
import { person, preprintName, shortName } from '../content/persons.ts';
import type { Article, Block, Section } from './article.ts';
import type { CitedWork, Document, DocumentBlock, Inline } from './document.ts';
import { type Labels, parseInline } from './inline.ts';

/** Numbers an article and resolves its references. */
export function buildDocument(entry: Entry, article: Article): Document {
  const targets = numberTargets(article.sections);
  const works = [...entry.references].sort(
    (a, b) => firstName(a).localeCompare(firstName(b), 'en') || a.paper.year - b.paper.year,
  );
  let footnotes = 0;
  const labels: Labels = {
    work: (key) => citedWork(works, key),
    target: (label) => {
      const target = targets.get(label);
      if (target === undefined) throw new Error(`${entry.paper.key} has no ${label}`);
      return target;
    },
    nextFootnote: () => (footnotes += 1),
  };
  const title = parseInline(entry.paper.title, labels);
  const abstract = parseInline(entry.paper.abstract ?? '', labels);
  const blocks = new Builder(labels).build(article.sections);
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

/** Section, equation, table and figure numbers by their labels. */
function numberTargets(sections: readonly Section[]): Map<string, { anchor: string; number: string }> {
  const targets = new Map<string, { anchor: string; number: string }>();
  const counts = { tables: 0, figures: 0, equations: 0 };
  const visit = (section: Section, number: string, anchor: string, top: string): void => {
    if (section.label !== undefined) targets.set(`sec:${section.label}`, { anchor, number });
    for (const block of section.blocks) {
      if (typeof block === 'string' || 'list' in block) continue;
      if ('equation' in block) {
        counts.equations += 1;
        targets.set(`eq:${block.label}`, { anchor: `${top}.E${counts.equations}`, number: String(counts.equations) });
        counts.equations += typeof block.equation === 'string' ? 0 : block.equation.length - 1;
      } else if ('table' in block) {
        counts.tables += 1;
        targets.set(`tab:${block.table.label}`, { anchor: `${top}.T${counts.tables}`, number: String(counts.tables) });
      } else {
        counts.figures += 1;
        targets.set(`fig:${block.figure.label}`, {
          anchor: `${top}.F${counts.figures}`,
          number: String(counts.figures),
        });
      }
    }
    section.subsections?.forEach((inner, index) =>
      visit(inner, `${number}.${index + 1}`, `${anchor}.SS${index + 1}`, top),
    );
  };
  sections.forEach((section, index) => visit(section, String(index + 1), `S${index + 1}`, `S${index + 1}`));
  return targets;
}

class Builder {
  readonly #labels: Labels;
  readonly #blocks: DocumentBlock[] = [];
  #equations = 0;
  #tables = 0;
  #figures = 0;

  constructor(labels: Labels) {
    this.#labels = labels;
  }

  build(sections: readonly Section[]): DocumentBlock[] {
    sections.forEach((section, index) => this.#section(section, String(index + 1), `S${index + 1}`, 1));
    return this.#blocks;
  }

  #section(section: Section, number: string, anchor: string, level: 1 | 2): void {
    this.#blocks.push({ kind: 'heading', level, number, title: this.#inline(section.title), anchor });
    section.blocks.forEach((block, index) => this.#blocks.push(this.#block(block, `${anchor}.p${index + 1}`)));
    section.subsections?.forEach((inner, index) =>
      this.#section(inner, `${number}.${index + 1}`, `${anchor}.SS${index + 1}`, 2),
    );
  }

  #block(block: Block, anchor: string): DocumentBlock {
    if (typeof block === 'string') return { kind: 'paragraph', text: this.#inline(block), anchor };
    if ('list' in block) return { kind: 'list', items: block.list.map((item) => this.#inline(item)), anchor };
    const top = anchor.split('.')[0] ?? '';
    if ('equation' in block) {
      const lines = [block.equation].flat().map((tex) => {
        this.#equations += 1;
        return { tex, number: this.#equations, anchor: `${top}.E${this.#equations}` };
      });
      return { kind: 'equation', lines, anchor };
    }
    if ('figure' in block) {
      this.#figures += 1;
      const { caption, plot } = block.figure;
      return {
        kind: 'figure',
        number: this.#figures,
        caption: this.#inline(caption),
        plot,
        anchor: `${top}.F${this.#figures}`,
      };
    }
    this.#tables += 1;
    const { caption, head, rows } = block.table;
    const cells = (texts: readonly string[]) => texts.map((text) => this.#inline(text));
    return {
      kind: 'table',
      number: this.#tables,
      caption: this.#inline(caption),
      head: cells(head),
      rows: rows.map(cells),
      anchor: `${top}.T${this.#tables}`,
    };
  }

  #inline(text: string): Inline[] {
    return parseInline(text, this.#labels);
  }
}

function citedWork(works: readonly Entry[], key: string): CitedWork {
  const index = works.findIndex(({ paper }) => paper.key === key);
  const work = works[index];
  if (work === undefined) throw new Error(`${key} is cited but not in the list of references`);
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
