import { reportActive } from './api.js';
import { el } from './dom.js';

/** @import { StandardPaper } from '@almagest/contracts/literature' */

/**
 * The address of a paper in the reader.
 *
 * @param {string} bibcode
 */
export function paperPath(bibcode) {
  return `/read/${encodeURIComponent(bibcode)}`;
}

/**
 * What is available of a paper, and why other parts are missing.
 *
 * @param {StandardPaper} paper
 */
export function flags(paper) {
  const isMarked = paper.pdf_error === 'no_resource';
  return el(
    'span',
    { class: 'flags' },
    paper.is_downloaded && el('span', { class: 'flag good' }, 'full text'),
    paper.has_markdown && el('span', { class: 'flag good' }, 'Markdown'),
    paper.has_translation && el('span', { class: 'flag good' }, 'translation'),
    paper.parse_error !== undefined &&
      !paper.has_markdown &&
      el('span', { class: 'flag bad', title: paper.parse_error }, 'parse failed'),
    isMarked && el('span', { class: 'flag' }, 'no full text'),
    !isMarked && !paper.is_downloaded && faultFlag('PDF', paper.pdf_error),
    !isMarked && !paper.is_downloaded && faultFlag('HTML', paper.html_error),
  );
}

/**
 * @param {string} form
 * @param {string | undefined} error a cause and, behind a colon, its details
 */
function faultFlag(form, error) {
  if (error === undefined) return null;
  return el('span', { class: 'flag bad', title: error }, `${form}: ${error.split(':')[0]?.replaceAll('_', ' ')}`);
}

/** @param {StandardPaper} paper */
export function source(paper) {
  return [paper.year, paper.pub_journal, paper.bibcode].filter((part) => part !== '').join(' · ');
}

/** @param {readonly string[]} names */
export function authors(names) {
  return names.length > 6 ? `${names.slice(0, 5).join('; ')} and ${names.length - 5} more` : names.join('; ');
}

/** @param {StandardPaper} paper */
export function paperRow(paper) {
  return el(
    'li',
    { class: 'paper' },
    el('a', { class: 'title', href: paperPath(paper.bibcode) }, paper.title === '' ? paper.bibcode : paper.title),
    el('p', { class: 'authors' }, authors(paper.authors)),
    el('p', { class: 'source' }, source(paper), ' ', doiLink(paper), ' ', flags(paper)),
  );
}

/** @param {StandardPaper} paper */
function doiLink({ bibcode, doi }) {
  if (doi === '') return null;
  const link = el(
    'a',
    { href: `https://doi.org/${encodeURI(doi)}`, target: '_blank', rel: 'noopener noreferrer' },
    'DOI',
  );
  link.addEventListener('click', () => reportActive(bibcode));
  return link;
}
