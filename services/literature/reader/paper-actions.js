import { download, exportBibtex, markNoResource, parse, translate, upload } from './api.js';
import { button, el, trying } from './dom.js';

/** @import { StandardPaper } from '@almagest/contracts/literature' */

/**
 * The possible actions on a paper. Existing results are replaced.
 *
 * @param {StandardPaper} paper
 * @param {() => Promise<void>} reload
 */
export function paperActions(paper, reload) {
  const { bibcode } = paper;
  /** @param {() => Promise<unknown>} work */
  const then = (work) => async () => {
    await work();
    await reload();
  };
  const isMarked = paper.pdf_error === 'no_resource';
  const mayHaveBoth = paper.is_downloaded && paper.pdf_error === undefined && paper.html_error === undefined;
  const bibtex = el('pre', { class: 'log', hidden: true });
  return [
    el(
      'div',
      { class: 'row' },
      button(
        paper.is_downloaded ? 'Download again' : 'Download',
        then(() => download(bibcode, paper.is_downloaded)),
        {
          class: paper.is_downloaded ? '' : 'primary',
        },
      ),
      paper.is_downloaded &&
        button(
          paper.has_markdown ? 'Parse again' : 'Parse',
          then(() => parse(bibcode, paper.has_markdown)),
          {
            class: paper.has_markdown ? '' : 'primary',
          },
        ),
      mayHaveBoth &&
        button(
          'Parse the HTML',
          then(() => parse(bibcode, false, 'html')),
        ),
      mayHaveBoth &&
        button(
          'Parse the PDF',
          then(() => parse(bibcode, false, 'pdf')),
        ),
      paper.has_markdown &&
        button(
          paper.has_translation ? 'Translate again' : 'Translate',
          then(() => translate(bibcode, paper.has_translation)),
        ),
      uploadLabel('Upload PDF', 'pdf', paper, reload),
      uploadLabel('Upload HTML', 'html', paper, reload),
      button(
        isMarked ? 'Look for a full text again' : 'No full text',
        then(() => markNoResource(bibcode, isMarked)),
      ),
      button('BibTeX', async () => {
        bibtex.textContent = await exportBibtex(bibcode);
        bibtex.hidden = false;
      }),
    ),
    bibtex,
  ];
}

/**
 * @param {string} text
 * @param {'pdf' | 'html'} type
 * @param {StandardPaper} paper
 * @param {() => Promise<void>} reload
 */
function uploadLabel(text, type, { bibcode }, reload) {
  const input = el('input', { type: 'file', accept: type === 'pdf' ? '.pdf' : '.html,.htm,.xhtml', class: 'unseen' });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    void trying(async () => {
      await upload(bibcode, type, file);
      await reload();
    });
  });
  return el('label', { class: 'button' }, text, input);
}
