import type { PersonKey } from './persons.ts';

export interface Publication {
  readonly stem: JournalStem;
  readonly volume: string;
  readonly issue?: string;
  /** A page, an article number with its letter (`A143`), or a letter page (`L26`). */
  readonly page: string;
}

export interface Preprint {
  /** In the old or new style, without version. */
  readonly id: string;
  readonly category: string;
  readonly versions?: number;
  readonly comment?: string;
  /** The day of version 1. The month follows from the id. */
  readonly day: number;
  /** The formats that the preprint server has. */
  readonly holding?: 'html' | 'html-official-only' | 'html-mirror-only' | 'html-fatal' | 'pdf-failed' | 'withdrawn';
}

export interface Paper {
  /** Short name by which the laboratory's papers cite one another. */
  readonly key: string;
  readonly title: string;
  readonly authors: readonly PersonKey[];
  readonly year: number;
  readonly month: number;
  readonly published?: Publication;
  readonly preprint?: Preprint;
  readonly doctype: Doctype;
  readonly abstract?: string;
  readonly keywords: readonly string[];
  /** The names of its stars, spelled as in the name resolver. */
  readonly objects?: readonly string[];
  readonly cites: readonly string[];
}

export type Doctype =
  | 'article'
  | 'eprint'
  | 'inproceedings'
  | 'phdthesis'
  | 'catalog'
  | 'abstract'
  | 'software'
  | 'proposal';

export interface Journal {
  readonly name: string;
  /** The macro in the BibTeX export. Without a macro, the name of the journal. */
  readonly macro: string;
  /** The five characters of the journal in a bibcode. */
  readonly code: string;
  readonly refereed: boolean;
  /** How the publisher's site answers programs: with the PDF, or with a challenge or log-in page. */
  readonly door: 'open' | 'cloudflare' | 'radware' | 'log-in' | 'scan' | 'none';
}

export type JournalStem =
  | 'ApJ'
  | 'ApJL'
  | 'ApJS'
  | 'A&A'
  | 'MNRAS'
  | 'AJ'
  | 'PASP'
  | 'SoPh'
  | 'JQSRT'
  | 'SSRv'
  | 'ASPC'
  | 'PhDT'
  | 'AAS'
  | 'VizieR'
  | 'Zenodo'
  | 'hst';

export const JOURNALS: Readonly<Record<JournalStem, Journal>> = {
  ApJ: { name: 'The Astrophysical Journal', macro: '\\apj', code: 'ApJ..', refereed: true, door: 'radware' },
  ApJL: { name: 'The Astrophysical Journal', macro: '\\apjl', code: 'ApJ..', refereed: true, door: 'radware' },
  ApJS: {
    name: 'The Astrophysical Journal Supplement Series',
    macro: '\\apjs',
    code: 'ApJS.',
    refereed: true,
    door: 'radware',
  },
  'A&A': { name: 'Astronomy and Astrophysics', macro: '\\aap', code: 'A&A..', refereed: true, door: 'open' },
  MNRAS: {
    name: 'Monthly Notices of the Royal Astronomical Society',
    macro: '\\mnras',
    code: 'MNRAS',
    refereed: true,
    door: 'cloudflare',
  },
  AJ: { name: 'The Astronomical Journal', macro: '\\aj', code: 'AJ...', refereed: true, door: 'radware' },
  PASP: {
    name: 'Publications of the Astronomical Society of the Pacific',
    macro: '\\pasp',
    code: 'PASP.',
    refereed: true,
    door: 'scan',
  },
  SoPh: { name: 'Solar Physics', macro: '\\solphys', code: 'SoPh.', refereed: true, door: 'log-in' },
  JQSRT: {
    name: 'Journal of Quantitative Spectroscopy and Radiative Transfer',
    macro: '\\jqsrt',
    code: 'JQSRT',
    refereed: true,
    door: 'log-in',
  },
  SSRv: { name: 'Space Science Reviews', macro: '\\ssr', code: 'SSRv.', refereed: true, door: 'log-in' },
  ASPC: {
    name: 'Astronomical Society of the Pacific Conference Series',
    macro: '',
    code: 'ASPC.',
    refereed: false,
    door: 'scan',
  },
  PhDT: { name: 'Ph.D. Thesis', macro: '', code: 'PhDT.', refereed: false, door: 'none' },
  AAS: {
    name: 'American Astronomical Society Meeting Abstracts',
    macro: '',
    code: 'AAS..',
    refereed: false,
    door: 'none',
  },
  VizieR: { name: 'VizieR Online Data Catalog', macro: '', code: 'yCat.', refereed: false, door: 'none' },
  Zenodo: { name: 'Zenodo', macro: '', code: 'zndo.', refereed: false, door: 'open' },
  hst: { name: 'HST Proposal', macro: '', code: 'hst..', refereed: false, door: 'none' },
};
