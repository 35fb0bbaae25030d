import { escapeMarkup } from '../server/exchange.ts';
import type { Document, DocumentBlock, Inline } from './document.ts';
import { mathElement } from './mathml.ts';
import { inlineText } from './reference-text.ts';

/** Differences between the official page and the mirror's. */
export interface PageStyle {
  /** Precedes every `#anchor`, because the official site writes full addresses. */
  readonly linkBase: string;
  /** Returns the `src` of the figure with this number. */
  readonly imageSource: (number: number, format: 'png' | 'svg') => string;
}

/** Returns the `<article class="ltx_document">` element as LaTeXML writes it. */
export function articleElement(document: Document, style: PageStyle): string {
  return new PageWriter(style).article(document);
}

/** Returns the navigation of the official page, with one entry per section. */
export function contentsElement(document: Document, style: PageStyle): string {
  const sections = document.blocks.filter((block) => block.kind === 'heading' && block.level === 1);
  const entries = sections.map((block) => {
    if (block.kind !== 'heading') return '';
    const title = escapeMarkup(inlineText(block.title, 'signs'));
    return (
      `<li class="ltx_tocentry ltx_tocentry_section"><a class="ltx_ref" href="${style.linkBase}#${block.anchor}" title="${title}">` +
      `<span class="ltx_text ltx_ref_title"><span class="ltx_tag ltx_tag_ref">${block.number} </span>${title}</span></a></li>`
    );
  });
  return `<nav class="ltx_page_navbar">\n<nav class="ltx_TOC">\n<ol class="ltx_toclist">\n${entries.join('\n')}\n</ol></nav>\n</nav>`;
}

class PageWriter {
  readonly #style: PageStyle;
  #math = 0;

  constructor(style: PageStyle) {
    this.#style = style;
  }

  article(document: Document): string {
    const { title, authors, abstract, keywords, blocks, acknowledgements, references } = document;
    return [
      '<article class="ltx_document ltx_authors_1line">',
      `<h1 class="ltx_title ltx_title_document">${this.#inlines(title)}</h1>`,
      `<div class="ltx_authors">\n${authors.map(creator).join('\n')}\n</div>`,
      `<div class="ltx_abstract">\n<h6 class="ltx_title ltx_title_abstract">Abstract</h6>\n<p class="ltx_p" id="id1">${this.#inlines(abstract)}</p>\n</div>`,
      ...(keywords.length === 0
        ? []
        : [
            `<div class="ltx_keywords">\n<h6 class="ltx_title ltx_title_keywords">Key Words: </h6>${escapeMarkup(keywords.join(' – '))}</div>`,
          ]),
      ...this.#sections(blocks),
      ...(acknowledgements === undefined
        ? []
        : [
            `<div class="ltx_acknowledgements">\n<h6 class="ltx_title ltx_title_acknowledgements">Acknowledgements.</h6>\n${this.#inlines(acknowledgements)}</div>`,
          ]),
      '<section class="ltx_bibliography" id="bib">\n<h2 class="ltx_title ltx_title_bibliography">References</h2>\n<ul class="ltx_biblist">',
      ...references.map(bibliographyItem),
      '</ul>\n</section>\n</article>',
    ].join('\n');
  }

  /**
   * Writes the blocks as nested sections. A heading opens a section and closes open sections of the same or a lower
   * level.
   */
  #sections(blocks: readonly DocumentBlock[]): string[] {
    const lines: string[] = [];
    let open = 0;
    const closeTo = (level: number) => {
      for (; open > level; open -= 1) lines.push('</section>');
    };
    for (const block of blocks) {
      if (block.kind === 'heading') {
        closeTo(block.level - 1);
        open = block.level;
        const name = block.isAppendix ? 'appendix' : block.level === 1 ? 'section' : 'subsection';
        const number = block.isAppendix ? `Appendix ${block.number}` : block.number;
        const tag = `h${block.level + 1}`;
        lines.push(
          `<section class="ltx_${name}" id="${block.anchor}">\n<${tag} class="ltx_title ltx_title_${name}">\n` +
            `<span class="ltx_tag ltx_tag_${name}">${number} </span>${this.#inlines(block.title)}</${tag}>`,
        );
      } else lines.push(this.#block(block));
    }
    closeTo(0);
    return lines;
  }

  #block(block: Exclude<DocumentBlock, { kind: 'heading' }>): string {
    switch (block.kind) {
      case 'paragraph':
        return `<div class="ltx_para" id="${block.anchor}">\n<p class="ltx_p" id="${block.anchor}.1">${this.#inlines(block.text)}</p>\n</div>`;
      case 'equation':
        return `<div class="ltx_para ltx_noindent" id="${block.anchor}">\n${this.#equation(block)}\n</div>`;
      case 'list': {
        const items = block.items.map(
          (item, index) =>
            `<li class="ltx_item" id="${block.anchor}.i${index + 1}" style="list-style-type:none;">\n<span class="ltx_tag ltx_tag_item">${index + 1}.</span>\n` +
            `<div class="ltx_para" id="${block.anchor}.i${index + 1}.p1">\n<p class="ltx_p">${this.#inlines(item)}</p>\n</div>\n</li>`,
        );
        return `<div class="ltx_para" id="${block.anchor}">\n<ol class="ltx_enumerate">\n${items.join('\n')}\n</ol>\n</div>`;
      }
      case 'figure':
        return this.#figure(block);
      case 'table':
        return this.#table(block);
    }
  }

  #figure({ anchor, number, caption, plot, isMissing }: Extract<DocumentBlock, { kind: 'figure' }>): string {
    const image = isMissing
      ? `<img alt="Refer to caption" class="ltx_graphics ltx_centering ltx_missing ltx_missing_image" id="${anchor}.g1" src=""/>`
      : `<img alt="Refer to caption" class="ltx_graphics ltx_centering ltx_img_landscape" height="320" id="${anchor}.g1" ` +
        `src="${this.#style.imageSource(number, plot.format)}" width="480"/>`;
    const tag = `<span class="ltx_tag ltx_tag_figure">Figure ${number}: </span>`;
    return `<figure class="ltx_figure" id="${anchor}">${image}\n<figcaption class="ltx_caption ltx_centering">${tag}${this.#inlines(caption)}</figcaption>\n</figure>`;
  }

  #equation({ lines }: Extract<DocumentBlock, { kind: 'equation' }>): string {
    const row = ({ tex, number, anchor }: (typeof lines)[number]) =>
      '<tbody><tr class="ltx_equation ltx_eqn_row ltx_align_baseline">\n<td class="ltx_eqn_cell ltx_eqn_center_padleft"></td>\n' +
      `<td class="ltx_eqn_cell ltx_align_center">${mathElement(tex, `${anchor}.m1`, 'block')}</td>\n` +
      '<td class="ltx_eqn_cell ltx_eqn_center_padright"></td>\n' +
      `<td class="ltx_eqn_cell ltx_eqn_eqno ltx_align_middle ltx_align_right" rowspan="1"><span class="ltx_tag ltx_tag_equation ltx_align_right">(${number})</span></td>\n</tr></tbody>`;
    const [first, ...more] = lines;
    if (first !== undefined && more.length === 0) {
      return `<table class="ltx_equation ltx_eqn_table" id="${first.anchor}">\n${row(first)}\n</table>`;
    }
    const rows = lines.map((line) => row(line).replace('<tbody>', `<tbody id="${line.anchor}">`));
    return `<table class="ltx_equationgroup ltx_eqn_align ltx_eqn_table">\n${rows.join('\n')}\n</table>`;
  }

  #table(block: Extract<DocumentBlock, { kind: 'table' }>): string {
    const cell = (tag: 'td' | 'th', border: string) => (inlines: readonly Inline[]) =>
      `<${tag} class="ltx_td ltx_align_center${tag === 'th' ? ' ltx_th ltx_th_column' : ''}${border}">${this.#inlines(inlines)}</${tag}>`;
    const groups = block.groups.map(({ title, columns }) =>
      cell('th', ' ltx_border_tt')(title).replace('<th ', `<th colspan="${columns}" `),
    );
    const above = groups.length === 0 ? '' : `<tr class="ltx_tr">\n${groups.join('\n')}\n</tr>\n`;
    const head = `<tr class="ltx_tr">\n${block.head.map(cell('th', ' ltx_border_tt')).join('\n')}\n</tr>`;
    const rows = block.rows.map(
      (row, index) =>
        `<tr class="ltx_tr">\n${row.map(cell('td', index === 0 ? ' ltx_border_t' : '')).join('\n')}\n</tr>`,
    );
    return (
      `<figure class="ltx_table" id="${block.anchor}">\n<figcaption class="ltx_caption ltx_centering"><span class="ltx_tag ltx_tag_table">Table ${block.number}: </span>` +
      `${this.#inlines(block.caption)}</figcaption>\n<table class="ltx_tabular ltx_centering ltx_guessed_headers ltx_align_middle">\n` +
      `<thead class="ltx_thead">\n${above}${head}\n</thead>\n<tbody class="ltx_tbody">\n${rows.join('\n')}\n</tbody>\n</table>\n</figure>`
    );
  }

  #inlines(inlines: readonly Inline[]): string {
    return inlines.map((inline) => this.#inline(inline)).join('');
  }

  #inline(inline: Inline): string {
    switch (inline.kind) {
      case 'text':
        return escapeMarkup(inline.text);
      case 'emphasis':
        return `<em class="ltx_emph ltx_font_italic">${escapeMarkup(inline.text)}</em>`;
      case 'math':
        this.#math += 1;
        return mathElement(inline.tex, `m${this.#math}`, 'inline');
      case 'citation':
        return this.#citation(inline);
      case 'reference':
        return `<a class="ltx_ref" href="${this.#style.linkBase}#${inline.anchor}" title=""><span class="ltx_text ltx_ref_tag">${inline.number}</span></a>`;
      case 'footnote': {
        const mark = `<sup class="ltx_note_mark">${inline.number}</sup>`;
        return (
          `<span class="ltx_note ltx_role_footnote" id="footnote${inline.number}">${mark}<span class="ltx_note_outer"><span class="ltx_note_content">` +
          `${mark}<span class="ltx_tag ltx_tag_note">${inline.number}</span>${this.#inlines(inline.text)}</span></span></span>`
        );
      }
      case 'macro':
        return `<span class="ltx_ERROR undefined">\\${inline.name}</span>`;
    }
  }

  #citation({ inSentence, works }: Extract<Inline, { kind: 'citation' }>): string {
    const link = (anchor: string, text: string) =>
      `<a class="ltx_ref" href="${this.#style.linkBase}#${anchor}" title="">${text}</a>`;
    const parts = works.map(({ names, year, anchor }) =>
      inSentence ? `${escapeMarkup(names)} (${link(anchor, year)})` : `${escapeMarkup(names)} ${link(anchor, year)}`,
    );
    const text = inSentence ? parts.join('; ') : `(${parts.join('; ')})`;
    return `<cite class="ltx_cite ltx_citemacro_${inSentence ? 'citet' : 'citep'}">${text}</cite>`;
  }
}

function creator({ name, institute }: { readonly name: string; readonly institute: string }): string {
  const notes =
    institute === ''
      ? ''
      : `<span class="ltx_author_notes">\n<span class="ltx_contact ltx_role_affiliation">${escapeMarkup(institute)}\n</span></span>`;
  return `<span class="ltx_creator ltx_role_author">\n<span class="ltx_personname">${escapeMarkup(name)}\n</span>${notes}</span>`;
}

/** Writes a bibliography entry. The converter breaks the entry after the authors. */
function bibliographyItem({ anchor, label, text }: Document['references'][number]): string {
  const [, authors = '', rest = ''] = /^([^]*?) (\d{4}, [^]*)$/.exec(text) ?? [];
  return (
    `<li class="ltx_bibitem" id="${anchor}">\n<span class="ltx_tag ltx_role_refnum ltx_tag_bibitem">${escapeMarkup(label)}</span>\n` +
    `<span class="ltx_bibblock">\n${escapeMarkup(authors)}\n</span>\n<span class="ltx_bibblock">${escapeMarkup(rest)}\n</span>\n</li>`
  );
}
