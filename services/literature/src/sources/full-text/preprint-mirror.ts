import type { FullTextSource } from './full-text-source.ts';

/** A mirror that has HTML of the preprint server's papers. The mirror has only one version of each paper. */
export const PREPRINT_MIRROR = {
  name: 'mirror',
  setting: {
    name: 'PREPRINT_MIRROR_URL',
    fallback: 'https://ar5iv.labs.arxiv.org',
    protocols: ['https:', 'http:'],
    usedBy: ['api', 'worker'],
    meaning: 'the HTML mirror of the preprint server',
  },
  candidates: ({ preprintId: id }, type, baseUrl) =>
    id === '' || type === 'pdf'
      ? []
      : [{ type, name: 'HTML mirror', version: 'preprint', url: `${baseUrl}/html/${id}` }],
} as const satisfies FullTextSource;
