import { expect, test } from '@jest/globals';
import { parsePaper } from '@almagest/latexml-markdown/parse-paper';
import { latexmlPage, para } from './latexml-page.ts';

/**
 * Returns front matter as written by LaTeXML 0.8.8 and its Rust successor. Notes on the publication are inside the
 * heading.
 */
const heading = (title: string, ...notes: readonly (readonly [role: string, name: string, text: string])[]): string => {
  const written = notes.map(
    ([role, name, text]) =>
      `<span class="ltx_pubnote ltx_role_${role}"><span class="ltx_note_name">${name}: </span>${text}</span>`,
  );
  return (
    `<h1 class="ltx_title ltx_title_document">${title}` +
    `<span class="ltx_pubnotes"><span class="ltx_pubnotes_content">${written.join('')}</span></span></h1>`
  );
};

const contact = (role: string, name: string, text: string): string =>
  `\n<span class="ltx_contact ltx_role_${role}"><span class="ltx_contact_name">${name}:&nbsp;</span>${text}\n</span>`;

const creator = (inside: string, notes = ''): string =>
  `<span class="ltx_creator ltx_role_author">\n${inside}` +
  `<span class="ltx_author_notes"><span class="ltx_author_notes_content">${notes}</span></span></span>`;

const person = (name: string): string => `<span class="ltx_personname">${name}\n</span>`;

test('notes inside the title heading, affiliations, keywords and dates are separate from the title', () => {
  const paper = parsePaper(
    latexmlPage(
      [
        heading(
          'Lazy spinners in the cluster <em class="ltx_emph">Velum</em> 7',
          [
            'thanks',
            'Thanks',
            'Based on plates of the <a class="ltx_ref" href="https://example.org/">Hill</a> camera.',
          ],
          ['journal', 'Journal', 'Made-up Letters'],
        ),
        '<div class="ltx_subtitle">II. Colours</div><div class="ltx_authors">',
        creator(
          `<span class="ltx_annotated_personname">${person('Ada Quill')}` +
            contact('orcid', 'ORCID', '<a class="ltx_ref ltx_orcid" href="https://orcid.org/0"></a></span>'),
          contact('affiliation', 'Affiliation', 'Hill Observatory') +
            contact('email', 'Email', '<a href="mailto:a@example.org">a@example.org</a>'),
        ),
        '<span class="ltx_author_before"> and </span>',
        creator(
          `${person('Ben Reed<sup class="ltx_sup">1,2</sup>')}<span class="ltx_note ltx_note_frontmatter ltx_role_thanks">` +
            '<sup class="ltx_note_mark">†</sup><span class="ltx_note_outer"><span class="ltx_note_content">' +
            '<sup class="ltx_note_mark">†</sup><span class="ltx_note_type">thanks: </span>Now retired.</span></span></span>',
          contact('corresp', 'Corresponding author', 'yes'),
        ),
        '</div><div class="ltx_dates">(Received May 2026; Accepted June 2026)</div>',
        '<div class="ltx_keywords"><h6 class="ltx_title ltx_title_keywords">Keywords: </h6>stars: rotation</div>',
        para('The stars turn slowly.'),
      ].join(''),
    ),
  );
  expect(paper).toMatchObject({ title: 'Lazy spinners in the cluster Velum 7', authors: ['Ada Quill', 'Ben Reed'] });
  expect(paper.blocks.map(({ kind, text }) => [kind, text])).toEqual([
    ['heading', 'Lazy spinners in the cluster Velum 7'],
    ['paragraph', 'Based on plates of the Hill camera.'],
    ['paragraph', 'Journal: Made-up Letters'],
    ['paragraph', 'II. Colours'],
    ['authors', 'Ada Quill, Ben Reed1,2'],
    ['authors', 'Ada Quill: Hill Observatory; a@example.org Ben Reed1,2: Corresponding author: yes'],
    ['paragraph', '(Received May 2026; Accepted June 2026)'],
    ['paragraph', 'Keywords: stars: rotation'],
    ['paragraph', 'The stars turn slowly.'],
    ['footnote', 'Now retired.'],
  ]);
});

test.each([
  ['after the heading', '<h1 class="ltx_title ltx_title_document">Cold dust</h1>', 'Cold dust'],
  ['in a heading without a title', '<h1 class="ltx_title ltx_title_document"></h1>', 'A paper'],
  ['in a heading, without a list of notes', '<h1 class="ltx_title ltx_title_document">Cold dust</h1>', 'Cold dust'],
])('notes on the publication %s are paragraphs', (where, title, expected) => {
  const note =
    '<span class="ltx_pubnote ltx_role_doi">' +
    '<span class="ltx_note_name">DOI: </span><a href="https://doi.org/10.5555/1">10.5555/1</a></span>';
  const notes = `<span class="ltx_pubnotes ltx_pubnotes_meta"><span class="ltx_pubnotes_content">${note}</span></span>`;
  const article = where.startsWith('in')
    ? title.replace('</h1>', `${expected === 'A paper' ? notes : note}</h1>`)
    : title + notes;
  const paper = parsePaper(latexmlPage(`${article}${para('Words.')}`));
  expect(paper.title).toBe(expected);
  expect(paper.blocks.slice(-2).map(({ text }) => text)).toEqual(['DOI: 10.5555/1', 'Words.']);
});

test.each([
  ['Cara Stone, Dan Wood', []],
  ['Cara Stone and Dan Wood', []],
  ['Cara Stone, Jr.', ['Cara Stone, Jr.']],
])('a creator named %j gives the authors %j', (name, authors) => {
  expect(parsePaper(latexmlPage(`<div class="ltx_authors">${creator(person(name))}</div>`)).authors).toEqual(authors);
});
