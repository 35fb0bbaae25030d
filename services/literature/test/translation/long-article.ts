/** A long article whose Markdown is known in advance. */
export interface LongArticle {
  readonly html: string;
  /** Every formula as the Markdown contains it. */
  readonly formulas: readonly string[];
}

const SENTENCES = [
  'The stellar atmosphere of a hot star with',
  'We compute model atmospheres and the opacity at',
  'The effective temperature and the surface gravity are',
  'In radiative equilibrium the mixing length is',
  'The white dwarf has a magnetic field of',
];

/**
 * Returns an article of 60 blocks with 200 formulas, in LaTeXML's HTML.
 * Each `seed` gives a different article of the same size.
 */
export function longArticle(seed = 1): LongArticle {
  const formulas: string[] = [];
  const inline = () => {
    const tex = `x_{${seed}}^{${formulas.length}}`;
    formulas.push(`$${tex}$`);
    return `<math class="ltx_Math" display="inline" alttext="${tex}"><mi>x</mi></math>`;
  };
  const display = () => {
    const tex = `y_{${seed}}=${formulas.length}`;
    formulas.push(`$$\n${tex}\n$$`);
    return `<table class="ltx_equation ltx_eqn_table"><tbody><tr><td class="ltx_eqn_cell"><math class="ltx_Math" display="block" alttext="${tex}"><mi>y</mi></math></td></tr></tbody></table>`;
  };
  const paragraph = (index: number, count: number) => {
    const said = SENTENCES[index % SENTENCES.length] ?? '';
    const text = Array.from({ length: count }, () => inline()).join(' and the line of ');
    return `<div class="ltx_para"><p class="ltx_p">${said} ${text} in layer ${index} of run ${seed}, as <a href="#S1" class="ltx_ref">Section 1</a> says.</p></div>`;
  };
  const cell = (text: string) => `<td class="ltx_td">${text}</td>`;
  const row = (...cells: string[]) => `<tr class="ltx_tr">${cells.map(cell).join('')}</tr>`;
  const body: string[] = [];
  for (let section = 1; section <= 6; section += 1) {
    const paragraphs = Array.from({ length: 6 }, (_, index) => paragraph(10 * section + index, 5));
    const equations = Array.from({ length: 2 }, () => display());
    body.push(
      `<section class="ltx_section" id="S${section}"><h2 class="ltx_title ltx_title_section">${section} Results of the models of run ${seed}</h2>${paragraphs.join('')}${equations.join('')}</section>`,
    );
  }
  const table = `<table class="ltx_tabular"><tbody>${row('Model of the star', 'Temperature of layer')}${row(`hot wind ${inline()}`, '5')}${row('magnetic field', inline())}${row('Opacity of the grid', `${inline()} and ${inline()}`)}</tbody></table>`;
  const last = Array.from({ length: 4 }, (_, index) => paragraph(90 + index, 1));
  const html = `<!DOCTYPE html><html><head><title>Long</title></head><body><article class="ltx_document"><h1 class="ltx_title ltx_title_document">Stellar winds and the grid of run ${seed}</h1>${body.join('\n')}<figure class="ltx_table">${table}</figure>${last.join('')}</article></body></html>`;
  return { html, formulas };
}
