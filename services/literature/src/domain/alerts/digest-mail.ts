import { plainMathematics } from '@almagest/contracts/plain-mathematics';
import { simpleFormula } from '@almagest/contracts/simple-formula';
import { splitMathematics } from '@almagest/contracts/text-with-formulas';
import { escapeMarkup } from '@almagest/service-kit/markup';

interface DigestPaper {
  readonly title: string;
  readonly authors: readonly string[];
  readonly date: string;
  /** The address of the paper in the reader. */
  readonly address: string;
}

export interface DigestAlert {
  readonly name: string;
  /** The address of the alert in the reader. */
  readonly address: string;
  readonly papers: readonly DigestPaper[];
}

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The maximum number of papers per alert. The reader shows all papers. */
const MOST_PAPERS = 100;
const MOST_AUTHORS = 5;
const MOST_TITLE_CHARS = 1_000;

/** Writes the mail that lists the new papers of alerts. */
export function digestMail(
  alerts: readonly DigestAlert[],
  links: { readonly alerts: string; readonly unsubscribe: string },
): MailText {
  const total = alerts.reduce((sum, { papers }) => sum + papers.length, 0);
  const papers = total === 1 ? '1 new paper' : `${total} new papers`;
  const [first] = alerts;
  const subject = alerts.length === 1 && first !== undefined ? `${papers}: ${first.name}` : papers;
  return {
    subject: subject.replaceAll(/\s+/g, ' ').slice(0, 150),
    text: [...alerts.map(alertText), `All alerts: ${links.alerts}\nUnsubscribe: ${links.unsubscribe}\n`].join('\n'),
    html: page([
      ...alerts.map(alertHtml),
      `<p>${link(links.alerts, 'All alerts')} · ${link(links.unsubscribe, 'Unsubscribe')}</p>`,
    ]),
  };
}

export function confirmationMail(links: { readonly confirm: string; readonly unsubscribe: string }): MailText {
  const why = 'Somebody entered this address to get new papers from alerts by mail.';
  const ignore = 'If this was not you, ignore this mail. You will get no other mail.';
  return {
    subject: 'Confirm your address for alerts',
    text: `${why}\n\nConfirm: ${links.confirm}\n\n${ignore}\n\nUnsubscribe: ${links.unsubscribe}\n`,
    html: page([
      `<p>${why}</p><p>${link(links.confirm, 'Confirm this address')}</p><p>${ignore}</p>`,
      `<p>${link(links.unsubscribe, 'Unsubscribe')}</p>`,
    ]),
  };
}

function alertText({ name, address, papers }: DigestAlert): string {
  const listed = papers.slice(0, MOST_PAPERS).map(({ title, authors, date, address: paper }) =>
    // Line breaks could make a title look like other parts of the mail.
    [plainMathematics(titleOf(title)), bylineOf(authors, date), paper]
      .map((line) => `  ${line.replaceAll(/\s+/g, ' ')}\n`)
      .join(''),
  );
  const heading = name.replaceAll(/\s+/g, ' ');
  const more = moreThan(papers.length);
  return [`${heading}\n${address}\n`, ...listed, ...(more === '' ? [] : [`  ${more}\n`])].join('\n');
}

function alertHtml({ name, address, papers }: DigestAlert): string {
  const listed = papers
    .slice(0, MOST_PAPERS)
    .map(
      ({ title, authors, date, address: paper }) =>
        `<li>${anchor(paper, titleHtml(titleOf(title)))}<br>${escapeMarkup(bylineOf(authors, date))}</li>`,
    );
  const more = moreThan(papers.length);
  return `<h2>${link(address, name)}</h2><ul>${listed.join('')}</ul>${more === '' ? '' : `<p>${more}</p>`}`;
}

function moreThan(total: number): string {
  return total > MOST_PAPERS ? `and ${total - MOST_PAPERS} more` : '';
}

function titleOf(title: string): string {
  return title.slice(0, MOST_TITLE_CHARS);
}

function bylineOf(authors: readonly string[], date: string): string {
  const shown = authors.slice(0, MOST_AUTHORS).join('; ');
  return [authors.length > MOST_AUTHORS ? `${shown} and ${authors.length - MOST_AUTHORS} more` : shown, date]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Converts a title to HTML. Mail programs show subscripts and superscripts, but not typeset formulas. */
function titleHtml(title: string): string {
  return splitMathematics(title)
    .map(({ kind, text }) => (kind === 'words' ? escapeMarkup(text) : formulaHtml(text.trim())))
    .join('');
}

function formulaHtml(tex: string): string {
  const parts = simpleFormula(tex, true);
  if (parts === undefined) return escapeMarkup(tex);
  return parts
    .map(({ text, shift, isItalic }) => {
      const letters = isItalic ? `<i>${escapeMarkup(text)}</i>` : escapeMarkup(text);
      return shift === 'none' ? letters : `<${shift}>${letters}</${shift}>`;
    })
    .join('');
}

function link(address: string, text: string): string {
  return anchor(address, escapeMarkup(text));
}

function anchor(address: string, html: string): string {
  return `<a href="${escapeMarkup(address)}">${html}</a>`;
}

function page(parts: readonly string[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body>${parts.join('\n')}</body></html>`;
}
