import { listLibrary, search } from './api.js';
import { button, byId, choice, el, onSubmit, trying } from './dom.js';
import { paperRow } from './paper-row.js';

/** @import { StandardPaper } from '@almagest/contracts/literature' */

const PAGE = 50;

const list = el('ol', { class: 'papers' });
const hint = el('p', { class: 'hint', role: 'status' });
const more = button('More', showMore, { hidden: true });

const libraryForm = el(
  'form',
  { class: 'search', role: 'search' },
  el('input', {
    type: 'search',
    name: 'q',
    'aria-label': 'Words of title, authors or code',
    placeholder: 'In the library',
  }),
  el('button', { type: 'submit' }, 'Filter'),
);

const sourceForm = el(
  'form',
  { class: 'search', role: 'search' },
  el('input', {
    type: 'search',
    name: 'q',
    required: true,
    maxlength: 1000,
    'aria-label': 'Query',
    placeholder: 'author:"Kurtz, M" abs:"stellar winds" year:2010-2020',
  }),
  choice('Source', 'source', [
    ['all', 'both'],
    ['catalog', 'catalog'],
    ['preprint', 'preprint server'],
  ]),
  choice('Order', 'sort', [
    ['relevance', 'relevance'],
    ['date_desc', 'newest first'],
    ['date_asc', 'oldest first'],
    ['citations_desc', 'most cited first'],
  ]),
  el('button', { type: 'submit', class: 'primary' }, 'Search'),
);

/** Fetches the papers from a place on. */
/** @type {(start: number) => Promise<readonly StandardPaper[]>} */
let fetchPage = libraryPage('');
let shown = 0;

/**
 * @param {string} words
 * @returns {(start: number) => Promise<readonly StandardPaper[]>}
 */
function libraryPage(words) {
  return (start) => listLibrary(words, start, PAGE);
}

/** @param {(name: string) => string} valueOf */
function sourcePage(valueOf) {
  const [q, source, sort] = [valueOf('q'), valueOf('source'), valueOf('sort')];
  return async (/** @type {number} */ start) => {
    const { papers, failures } = await search({ q, source, sort, start, rows: PAGE });
    hint.textContent = failures === null ? '' : `Not everything could be asked: ${failures}`;
    return papers;
  };
}

async function showMore() {
  const papers = await fetchPage(shown);
  list.append(...papers.map(paperRow));
  shown += papers.length;
  more.hidden = papers.length < PAGE;
  if (shown === 0) hint.textContent = 'No papers. Search the sources, or synchronise what a query finds.';
}

/** @param {(start: number) => Promise<readonly StandardPaper[]>} pages */
async function show(pages) {
  fetchPage = pages;
  shown = 0;
  hint.textContent = '';
  list.replaceChildren();
  more.hidden = true;
  await showMore();
}

onSubmit(libraryForm, (valueOf) => show(libraryPage(valueOf('q'))));
onSubmit(sourceForm, (valueOf) => show(sourcePage(valueOf)));

byId('main').replaceChildren(
  el('h1', {}, 'Library'),
  libraryForm,
  el('h2', {}, 'Search the sources'),
  sourceForm,
  hint,
  list,
  more,
);
void trying(showMore);
