import type { Block, Section } from './article.ts';

interface Numbered {
  /** LaTeXML's id. */
  readonly anchor: string;
  readonly number: string;
}

export interface Numbers {
  readonly section: (section: Section) => Numbered;
  /** Returns the number of an equation, a table or a figure. For a group of equations, returns the first number. */
  readonly block: (block: Block) => Numbered;
  /** Returns the number of a label with prefix `eq:`, `tab:`, `fig:` or `sec:`. */
  readonly label: (label: string) => Numbered;
}

/** Numbers the sections (appendices with letters), equations, tables and figures of the whole paper. */
export function numberBlocks(sections: readonly Section[]): Numbers {
  const labels = new Map<string, Numbered>();
  const things = new Map<unknown, Numbered>();
  const counts = { E: 0, T: 0, F: 0 };
  const give = (thing: unknown, label: string, numbered: Numbered) => {
    things.set(thing, numbered);
    labels.set(label, numbered);
  };
  const visit = (section: Section, own: Numbered, top: string): void => {
    give(section, `sec:${section.label ?? own.anchor}`, own);
    for (const block of section.blocks) {
      const counted = countedAs(block);
      if (counted === undefined) continue;
      const { kind, label, count } = counted;
      const number = counts[kind] + 1;
      counts[kind] += count;
      give(block, label, { anchor: `${top}.${kind}${number}`, number: String(number) });
    }
    section.subsections?.forEach((inner, index) =>
      visit(inner, { number: `${own.number}.${index + 1}`, anchor: `${own.anchor}.SS${index + 1}` }, top),
    );
  };
  const appendices = sections.filter(({ isAppendix }) => isAppendix);
  for (const section of sections) {
    const index = (section.isAppendix ? appendices : sections).indexOf(section);
    const anchor = `${section.isAppendix ? 'A' : 'S'}${index + 1}`;
    const number = section.isAppendix ? String.fromCharCode('A'.charCodeAt(0) + index) : String(index + 1);
    visit(section, { anchor, number }, anchor);
  }
  return {
    section: (section) => known(things, section),
    block: (block) => known(things, block),
    label: (label) => known(labels, label),
  };
}

function countedAs(block: Block): { kind: 'E' | 'T' | 'F'; label: string; count: number } | undefined {
  if (typeof block === 'string' || 'list' in block) return undefined;
  if ('equation' in block) return { kind: 'E', label: `eq:${block.label}`, count: [block.equation].flat().length };
  if ('table' in block) return { kind: 'T', label: `tab:${block.table.label}`, count: 1 };
  return { kind: 'F', label: `fig:${block.figure.label}`, count: 1 };
}

function known<K>(map: ReadonlyMap<K, Numbered>, key: K): Numbered {
  const numbered = map.get(key);
  if (numbered === undefined) throw new Error(`the paper has no ${String(key)}`);
  return numbered;
}
