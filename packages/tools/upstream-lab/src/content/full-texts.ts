import type { Article } from '../article/article.ts';
import { buildDocument } from '../article/build-document.ts';
import type { Document } from '../article/document.ts';
import { paperPdf } from '../pdf/paper-pdf.ts';
import { delacruz2001 } from './articles/delacruz2001.ts';
import { gutierrez2018 } from './articles/gutierrez2018.ts';
import { jorgensen2015 } from './articles/jorgensen2015.ts';
import { marchetti2016 } from './articles/marchetti2016.ts';
import { nguyen2020 } from './articles/nguyen2020.ts';
import { okonkwo2005 } from './articles/okonkwo2005.ts';
import { okonkwo2014 } from './articles/okonkwo2014.ts';
import { ozdemir2016 } from './articles/ozdemir2016.ts';
import { petrov2018 } from './articles/petrov2018.ts';
import { quist2017 } from './articles/quist2017.ts';
import { tanaka2012 } from './articles/tanaka2012.ts';
import { tanaka2020 } from './articles/tanaka2020.ts';
import { zhao2023 } from './articles/zhao2023.ts';
import { preprintDate } from './identifiers.ts';
import type { Entry } from './library.ts';
import { JOURNALS } from './paper.ts';

/** The papers with a specially written full text. */
export const ARTICLES: Readonly<Record<string, Article>> = {
  delacruz2001,
  gutierrez2018,
  jorgensen2015,
  marchetti2016,
  nguyen2020,
  okonkwo2005,
  okonkwo2014,
  ozdemir2016,
  petrov2018,
  quist2017,
  tanaka2012,
  tanaka2020,
  zhao2023,
};

/**
 * Returns the paper as numbered blocks. Papers without a specially written text get a short text based on their
 * abstract.
 */
export function fullText(entry: Entry): Document {
  return buildDocument(entry, ARTICLES[entry.paper.key] ?? shortArticle(entry));
}

/** Caches printed papers, because typesetting a paper takes a tenth of a second. */
const printed = new Map<string, Uint8Array>();

function printOnce(name: string, print: () => Uint8Array): Uint8Array {
  const before = printed.get(name);
  if (before !== undefined) return before;
  const now = print();
  printed.set(name, now);
  return now;
}

/** Returns the PDF of the preprint server, with its stamp. */
export function preprintPdf(entry: Entry, version: number): Uint8Array {
  const { preprint } = entry.paper;
  if (preprint === undefined) throw new Error(`${entry.paper.key} is not a preprint`);
  const named = `${preprint.id}v${version}`;
  const date = new Date(preprintDate(preprint));
  // `Thu, 07 Apr 2016 00:00:00 GMT` becomes `7 Apr 2016`.
  const day = date.toUTCString().slice(5, 16).replace(/^0/, '');
  const look = { stamp: `arXiv:${named} [${preprint.category}] ${day}`, journal: 'Preprint', date };
  return printOnce(named, () => paperPdf(fullText(entry), look));
}

/** Returns the PDF of a publisher, without a stamp. */
export function publisherPdf(entry: Entry): Uint8Array {
  const { paper, bibcode } = entry;
  const { published } = paper;
  const journal =
    published === undefined ? '' : `${JOURNALS[published.stem].name} ${published.volume}, ${published.page}`;
  const look = { stamp: undefined, journal, date: new Date(Date.UTC(paper.year, paper.month - 1, 1)) };
  return printOnce(bibcode, () => paperPdf(fullText(entry), look));
}

/** Builds a short full text for papers without one: the sentences of the abstract and the cited works. */
function shortArticle({ paper, references }: Entry): Article {
  const sentences = (paper.abstract ?? paper.title)
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .split(/(?<=\.)\s+(?=[A-Z])/);
  const [first = '', ...rest] = sentences;
  const starting = references.map(({ paper: { key, title } }, index) =>
    index === 0
      ? `Our starting point is the work of [[@${key}]], "${title}".`
      : `We also make use of "${title}" [[${key}]].`,
  );
  const subject = paper.keywords[0] ?? 'stellar atmospheres';
  return {
    sections: [
      {
        title: 'Introduction',
        blocks: [`This note is about ${subject}. ${first}`, ...(starting.length > 0 ? [starting.join(' ')] : [])],
      },
      {
        title: 'Results',
        blocks: [
          rest.length > 0 ? rest.join(' ') : first,
          'All uncertainties are standard deviations; systematic errors are not included unless this is said.',
        ],
      },
      { title: 'Conclusions', blocks: [`Further observations are under way. ${first}`] },
    ],
  };
}
