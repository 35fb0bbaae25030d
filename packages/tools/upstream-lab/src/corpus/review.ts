import type { Article, Block, Section } from '../article/article.ts';
import { buildDocument } from '../article/build-document.ts';
import type { Document } from '../article/document.ts';
import { ARTICLES } from '../content/full-texts.ts';
import type { Library } from '../content/library.ts';

const ABSTRACT =
  'We review eight studies of the atmospheres of stars and of the methods by which they are computed. Each is summarised with its observations, its equations and its results, so that a reader can follow the argument without the original. We close with what the studies have in common: none of them could have been done without a complete grid of models.';

/** Builds a long paper: the sections of several articles under one title, with one common list of references. */
export function reviewOf(keys: readonly string[], library: Library): Document {
  const [first, ...others] = keys.map((key) => library.byKey(key));
  if (first === undefined) throw new Error('a review needs at least one article');
  const references = new Map(
    [first, ...others].flatMap((entry) => entry.references.map((one) => [one.paper.key, one])),
  );
  const title = `Eight studies of stellar atmospheres, ${first.paper.year} to ${others.at(-1)?.paper.year ?? ''}`;
  const paper = { ...first.paper, title, abstract: ABSTRACT };
  const sections = keys.flatMap((key) => ARTICLES[key]?.sections.map((section) => relabelled(section, key)) ?? []);
  const article: Article = {
    // Appendices come after all other sections.
    sections: [...sections.filter(({ isAppendix }) => !isAppendix), ...sections.filter(({ isAppendix }) => isAppendix)],
    acknowledgements: 'We thank the authors of the eight studies for their data and for their patience.',
  };
  return buildDocument({ ...first, paper, references: [...references.values()] }, article);
}

/** Prefixes the labels of an article with its name, because labels are unique only within one article. */
function relabelled(section: Section, key: string): Section {
  const rename = (text: string) => text.replaceAll(/\{(eq|fig|tab|sec):(\w+)\}/g, `{$1:${key}$2}`);
  const label = section.label === undefined ? {} : { label: `${key}${section.label}` };
  return {
    ...section,
    ...label,
    blocks: section.blocks.map((block) => relabelledBlock(block, key, rename)),
    ...(section.subsections && { subsections: section.subsections.map((one) => relabelled(one, key)) }),
  };
}

function relabelledBlock(block: Block, key: string, rename: (text: string) => string): Block {
  if (typeof block === 'string') return rename(block);
  if ('list' in block) return { list: block.list.map(rename) };
  if ('equation' in block) return { ...block, label: `${key}${block.label}` };
  if ('figure' in block) {
    const { figure } = block;
    return { figure: { ...figure, label: `${key}${figure.label}`, caption: rename(figure.caption) } };
  }
  const { table } = block;
  return { table: { ...table, label: `${key}${table.label}`, caption: rename(table.caption) } };
}
