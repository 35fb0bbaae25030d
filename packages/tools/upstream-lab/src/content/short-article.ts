import type { Article } from '../article/article.ts';
import type { Entry } from './library.ts';

/** Builds a short full text for papers without one: the sentences of the abstract and the cited works. */
export function shortArticle({ paper, references }: Entry): Article {
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
