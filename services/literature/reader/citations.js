import { readCitations } from './api.js';
import { el, trying } from './dom.js';
import { paperPath } from './paper-row.js';

/**
 * The references and citations of the paper, requested when the section is opened.
 *
 * @param {string} bibcode
 */
export function citations(bibcode) {
  const content = el('div', {}, el('p', { class: 'hint' }, 'asking the catalog…'));
  const details = el('details', { class: 'citations' }, el('summary', {}, 'References and citations'), content);
  details.addEventListener('toggle', () => void trying(() => show(bibcode, content)), { once: true });
  return details;
}

/**
 * @param {string} bibcode
 * @param {HTMLElement} content
 */
async function show(bibcode, content) {
  const network = await readCitations(bibcode);
  const counts = network.citation_counts ?? {};
  /** @param {readonly string[]} codes */
  const list = (codes) =>
    el(
      'ul',
      { class: 'codes' },
      codes.map((code) =>
        el('li', {}, el('a', { href: paperPath(code) }, code), counts[code] === undefined ? '' : ` ${counts[code]}`),
      ),
    );
  content.replaceChildren(
    el('h3', {}, `References (${network.reference_count})`),
    list(network.references),
    el('h3', {}, `Cited by (${network.citation_count})`),
    list(network.citations),
  );
}
