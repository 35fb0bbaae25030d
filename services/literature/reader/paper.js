import { readPage, reportActive } from './api.js';
import { citations } from './citations.js';
import { button, byId, el, trying } from './dom.js';
import { fragmentOf } from './fragment.js';
import { COLORS } from './highlights.js';
import { Notes } from './notes.js';
import { paperActions } from './paper-actions.js';
import { authors, flags, source } from './paper-row.js';

/** @import { PaperPage } from '@almagest/contracts/literature' */

const main = byId('main');
const bibcode = decodeURIComponent(location.pathname.replace(/^\/read\//, ''));

/** @type {Notes | undefined} */
let notes;

const palette = el(
  'div',
  { class: 'palette', role: 'toolbar', 'aria-label': 'Highlight the selection', hidden: true },
  COLORS.map((color) =>
    button('', async () => await notes?.highlight(color), {
      class: `swatch ${color}`,
      'aria-label': `Highlight ${color}`,
    }),
  ),
);
// A press on a button must not take the selection away that it is about.
palette.addEventListener('pointerdown', (event) => event.preventDefault());

async function show() {
  const page = await readPage(bibcode);
  document.title = `${page.paper.title} · Almagest`;
  const { rows, blocks } = text(page);
  notes = new Notes(page.paper.bibcode, blocks);
  main.replaceChildren(
    head(page),
    ...paperActions(page.paper, show),
    citations(page.paper.bibcode),
    page.blocks.length === 0 ? abstract(page) : rows,
    loose(page),
    notes.loose,
    palette,
  );
  await notes.load();
  // The text came after the page, so the browser has not found the place that its address names.
  if (location.hash !== '') document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

/** @param {PaperPage} page */
function head({ paper, links, formulas, untypeset }) {
  return el(
    'header',
    { class: 'head' },
    el('h1', {}, paper.title === '' ? paper.bibcode : paper.title),
    el('p', { class: 'authors', title: paper.authors.join('; ') }, authors(paper.authors)),
    el('p', { class: 'source' }, source(paper), ' ', flags(paper)),
    el(
      'p',
      { class: 'row' },
      links.map(({ label, url }) => el('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, label)),
      untypeset > 0 && el('span', { class: 'hint' }, `${untypeset} of ${formulas} formulas are shown as TeX`),
    ),
  );
}

/** @param {PaperPage} page */
function abstract({ paper }) {
  return el(
    'section',
    { class: 'abstract' },
    el('h2', {}, 'Abstract'),
    el('p', {}, paper.abstract_text === '' ? 'The sources have no abstract.' : paper.abstract_text),
    el('p', { class: 'hint' }, 'The full text is not parsed yet.'),
  );
}

/** @param {PaperPage} page */
function text(page) {
  const isTranslated = page.blocks.some(({ translation_html: html }) => html !== null);
  const rows = el('article', { class: isTranslated ? 'text translated' : 'text' });
  const blocks = new Map();
  for (const { index, kind, html, translation_html: translation } of page.blocks) {
    const original = el('div', { class: `original ${kind}` }, fragmentOf(html));
    const margin = el('div', { class: 'margin' });
    blocks.set(index, { text: original, margin });
    rows.append(
      el(
        'div',
        { class: 'block' },
        original,
        isTranslated &&
          el('div', { class: `translation ${kind}` }, translation === null ? null : fragmentOf(translation)),
        margin,
      ),
    );
  }
  return { rows, blocks };
}

/** @param {PaperPage} page */
function loose({ loose_translation_html: html }) {
  if (html === null) return '';
  return el('section', { class: 'abstract' }, el('h2', {}, 'Translation of an earlier parse'), fragmentOf(html));
}

main.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[target="_blank"]') : null;
  if (link !== null) reportActive(bibcode);
});
document.addEventListener('selectionchange', () => {
  palette.hidden = notes?.hasSelection !== true;
  if (palette.hidden) return;
  const box = getSelection()?.getRangeAt(0).getBoundingClientRect();
  // A property of the element: the page's content security policy forbids the attribute.
  palette.style.top = `${(box?.bottom ?? 0) + scrollY + 6}px`;
  palette.style.left = `${(box?.left ?? 0) + scrollX}px`;
});
void trying(show);
