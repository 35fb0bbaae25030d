import type { Document, DocumentBlock, Inline } from '@almagest/upstream-lab/corpus';
import fc from 'fast-check';

const WORDS = `atmosphere bolometric calibration central comparison companion convection correction density detector
  difference distance distribution effective electron emission energy envelope estimate evolution expected exposure
  fraction frequency gravity helium hydrogen increase instrument intensity interval ionisation isotropic layer limit
  luminosity magnetic magnitude measurement metallicity models molecular momentum neighbouring observation opacity
  parallax photometry photospheric polarisation population pressure probability profile radial radiation radius ratio
  region residual resolution rotation sample scatter sequence significant solution source spectra spectroscopic stable
  statistics stellar structure surface survey temperature uncertainty variable velocity wavelength well-known
  self-consistent low-mass`.split(/\s+/);
const SMALL = 'a and are as at by for from in is it of on that the their this to we with'.split(' ');
const FORMULAS = ['x_{i}', '\\alpha', 'T_{\\rm eff}', 'M_{\\odot}', 'n=3', '10^{4}', '\\Delta t', 'R/R_{\\star}'];
const EQUATIONS = ['L=4\\pi R^{2}\\sigma T_{\\rm eff}^{4}', '\\frac{dP}{dr}=-\\frac{GM\\rho}{r^{2}}', 'E=mc^{2}'];

const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 2, arbitrary: fc.constantFrom(...SMALL) },
);
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
/** Separators between the words of a sentence. */
const aside = fc.oneof(
  { weight: 20, arbitrary: fc.constant<Inline>({ kind: 'text', text: ' ' }) },
  { weight: 1, arbitrary: fc.constantFrom(...FORMULAS).map((tex): Inline => ({ kind: 'math', tex })) },
  { weight: 1, arbitrary: fc.constantFrom(...WORDS).map((text): Inline => ({ kind: 'emphasis', text })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(', ', ' (Fig. 1) ', ' (see Adams et al. 2011) ', ' 3.5 ', ' 1200 K ', ' e.g. ', '; ')
      .map((text): Inline => ({ kind: 'text', text })),
  },
);
const sentence = fc
  .tuple(
    word,
    fc.array(fc.tuple(aside, fc.array(word, { minLength: 2, maxLength: 6 })), { minLength: 2, maxLength: 6 }),
  )
  .map(([first, parts]): Inline[] => [
    { kind: 'text', text: capital(first) },
    ...parts.flatMap(([between, words]): Inline[] =>
      between.kind === 'text'
        ? [{ kind: 'text', text: between.text + words.join(' ') }]
        : [{ kind: 'text', text: ' ' }, between, { kind: 'text', text: ` ${words.join(' ')}` }],
    ),
    { kind: 'text', text: '. ' },
  ]);
const sentences = (least: number, most: number) =>
  fc.array(sentence, { minLength: least, maxLength: most }).map((own): Inline[] => own.flat());
const plain = (least: number, most: number) =>
  fc
    .tuple(fc.constantFrom(...WORDS), fc.array(word, { minLength: least - 1, maxLength: most - 1 }))
    .map((words) => capital(words.flat().join(' ')));
const line = (text: string): Inline[] => [{ kind: 'text', text }];

/** A caption is short, because it is not cut at the end of a column. */
const caption = plain(3, 9).map((text) => line(`${text}.`));

type Part =
  | { readonly kind: 'text' | 'item' | 'figure'; readonly text: Inline[]; readonly more: Inline[][] }
  | { readonly kind: 'equation'; readonly tex: string }
  | { readonly kind: 'table'; readonly text: Inline[]; readonly rows: string[][] };

const cell = fc.oneof(
  fc.integer({ min: 0, max: 9999 }).map(String),
  fc.integer({ min: -99, max: 999 }).map((value) => (value / 10).toFixed(1).replace('-', '−')),
  fc.constantFrom('yes', 'no', 'G2 V', '…'),
);
const table = fc.integer({ min: 2, max: 4 }).chain((columns) =>
  fc.record({
    text: caption,
    rows: fc
      .array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 3, maxLength: 9 })
      .map((rows) => rows.map((row, i) => [`HD ${1234 + 77 * i}`, ...row])),
  }),
);
const part: fc.Arbitrary<Part> = fc.oneof(
  {
    weight: 7,
    arbitrary: sentences(2, 6).map((text): Part => ({ kind: 'text', text, more: [] })),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(sentences(1, 2), { minLength: 2, maxLength: 4 })
      .map((more): Part => ({ kind: 'item', text: [], more })),
  },
  { weight: 1, arbitrary: fc.constantFrom(...EQUATIONS).map((tex): Part => ({ kind: 'equation', tex })) },
  { weight: 1, arbitrary: caption.map((text): Part => ({ kind: 'figure', text, more: [] })) },
  { weight: 1, arbitrary: table.map((own): Part => ({ kind: 'table', ...own })) },
);

interface RandomSection {
  readonly title: string;
  readonly parts: readonly Part[];
}

const ownSection: fc.Arbitrary<RandomSection> = fc.record({
  title: plain(1, 7),
  // A section begins with text, and text continues after a formula.
  parts: fc
    .tuple(sentences(2, 5), fc.array(part, { maxLength: 5 }))
    .map(([text, parts]): Part[] => [
      { kind: 'text', text, more: [] },
      ...parts.flatMap((one): Part[] =>
        one.kind === 'equation'
          ? [one, { kind: 'text', text: line('where the last term is small. '), more: [] }]
          : [one],
      ),
    ]),
});
const section = fc.record({ own: ownSection, below: fc.array(ownSection, { maxLength: 2 }) });

const NAMES = 'Adams Baker Chen Dvorak Eriksen Fischer Garcia Hakala Ivanov Jensen Kumar Lopez Meyer Novak'.split(' ');
const journal = fc.constantFrom('ApJ', 'MNRAS', 'A&A', 'AJ', 'Nature');
const reference = fc
  .record({
    names: fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom('A.', 'B. C.', 'D.')), {
      minLength: 1,
      maxLength: 6,
    }),
    year: fc.integer({ min: 1950, max: 2025 }),
    title: fc.option(plain(4, 12), { nil: undefined }),
    journal,
    volume: fc.integer({ min: 1, max: 950 }),
    page: fc.integer({ min: 1, max: 9999 }),
  })
  .map(({ names, year, title, journal: name, volume, page }) => {
    const authors = names.map(([last, first]) => `${last}, ${first}`).join(', ');
    return `${authors} ${year}, ${title === undefined ? '' : `${title}, `}${name}, ${volume}, ${page}`;
  });

/** Generates papers with the usual parts in any order and number. */
export const anyPaper: fc.Arbitrary<Document> = fc
  .record({
    title: plain(4, 14),
    abstract: sentences(3, 7),
    keywords: fc.constantFrom([], ['stars: atmospheres', 'methods: numerical']),
    sections: fc.array(section, { minLength: 6, maxLength: 8 }),
    acknowledgements: fc.option(sentences(1, 3), { nil: undefined }),
    references: fc.uniqueArray(reference, { minLength: 4, maxLength: 40 }),
  })
  .map(({ title, sections, references, ...paper }) => ({
    ...paper,
    title: line(title),
    authors: [
      { name: 'Anna Adams', institute: 'Institute of Astronomy, Somewhere' },
      { name: 'Bruno Baker', institute: 'Observatory of Elsewhere' },
    ],
    blocks: new Numbering().sections(sections),
    references: references.toSorted().map((text, i) => ({ anchor: `bib.bib${i + 1}`, label: `${i + 1}`, text })),
  }));

class Numbering {
  readonly #counts = { equation: 0, table: 0, figure: 0 };

  sections(sections: readonly { own: RandomSection; below: readonly RandomSection[] }[]): DocumentBlock[] {
    return sections.flatMap(({ own, below }, i) => [
      ...this.#section(own, 1, `${i + 1}`),
      ...below.flatMap((one, k) => this.#section(one, 2, `${i + 1}.${k + 1}`)),
    ]);
  }

  #section({ title, parts }: RandomSection, level: 1 | 2, number: string): DocumentBlock[] {
    const heading = { kind: 'heading', level, number, isAppendix: false, title: line(title), anchor: '' } as const;
    return [heading, ...parts.map((one) => this.#block(one))];
  }

  #block(own: Part): DocumentBlock {
    switch (own.kind) {
      case 'text':
        return { kind: 'paragraph', text: own.text, anchor: '' };
      case 'item':
        return { kind: 'list', items: own.more, anchor: '' };
      case 'equation':
        return { kind: 'equation', lines: [{ tex: own.tex, number: ++this.#counts.equation, anchor: '' }], anchor: '' };
      case 'figure':
        return {
          kind: 'figure',
          number: ++this.#counts.figure,
          caption: own.text,
          plot: PLOT,
          isMissing: false,
          anchor: '',
        };
      case 'table': {
        const head = ['Star', 'Mass', 'Age', 'Flux', 'Class'].slice(0, own.rows[0]?.length).map(line);
        const rows = own.rows.map((row) => row.map(line));
        return { kind: 'table', number: ++this.#counts.table, caption: own.text, groups: [], head, rows, anchor: '' };
      }
    }
  }
}

const PLOT = {
  format: 'svg',
  x: { label: 'Radius', from: 0, to: 1 },
  y: { label: 'Flux', from: 0, to: 1 },
  curves: [{ name: 'model', points: Array.from({ length: 30 }, (_, i) => [i / 29, (i * i) / 841] as const) }],
} as const;
