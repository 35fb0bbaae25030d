import type { Paper } from './paper.ts';
import type { PersonKey } from './persons.ts';

const SUBJECTS = [
  'metal-poor dwarfs',
  'B supergiants',
  'hot subdwarfs',
  'Ap stars',
  'F giants',
  'DA white dwarfs',
  'M dwarfs',
];
const QUANTITIES = [
  'rotation velocities',
  'silicon abundances',
  'limb darkening',
  'magnetic fields',
  'surface gravities',
];
const FIELDS = [
  'open clusters',
  'the galactic halo',
  'the solar neighbourhood',
  'the Magellanic Clouds',
  'dwarf galaxies',
  'binaries',
];
const AUTHORS: readonly PersonKey[] = [
  'xu',
  'ortega',
  'nguyen',
  'hakala',
  'yilmaz',
  'rahman',
  'zhao',
  'takeda',
  'quist',
];

function pick<T>(list: readonly T[], at: number): T {
  const item = list[at % list.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/**
 * Returns many short records, for tests of paging and of limits. All of them cite one paper, whose list of citations is
 * long.
 */
export function bulkPapers(count: number): Paper[] {
  return Array.from({ length: count }, (_, index) => bulkPaper(index));
}

function bulkPaper(index: number): Paper {
  const year = 2015 + (index % 11);
  const month = 1 + (Math.floor(index / 11) % 12);
  const yearMonth = `${String(year - 2000)}${String(month).padStart(2, '0')}`;
  const subject = pick(SUBJECTS, index);
  const quantity = pick(QUANTITIES, Math.floor(index / 7));
  return {
    key: `bulk${index}`,
    title: `${quantity} of ${subject} in ${pick(FIELDS, Math.floor(index / 35))}: sample ${index + 1}`,
    authors: [pick(AUTHORS, index), pick(AUTHORS, index + 1 + (index % 5))],
    year,
    month,
    // Numbers start at 80,000, because the real server has never assigned such a high number within a month.
    preprint: { id: `${yearMonth}.${80_000 + Math.floor(index / 11)}`, category: 'astro-ph.SR', day: 1 + (index % 28) },
    doctype: 'eprint',
    abstract: `We measure ${quantity} of ${12 + (index % 90)} ${subject}. The mean differs from earlier work by ${(index % 17) / 10} times its error.`,
    keywords: [],
    cites: ['okonkwo2014'],
  };
}
