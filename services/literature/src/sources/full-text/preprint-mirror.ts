import type { FullTextSource } from './full-text-source.ts';

/** The mirror of the preprint server's papers as HTML. It has no versions. */
export const PREPRINT_MIRROR = {
  name: 'mirror',
  setting: {
    name: 'PREPRINT_MIRROR_URL',
    fallback: 'https://ar5iv.labs.arxiv.org',
    protocols: ['https:', 'http:'],
    usedBy: ['api', 'worker'],
    meaning: 'the mirror of its papers as HTML',
  },
  candidates: ({ preprintId: id }, type, baseUrl) =>
    id === '' || type === 'pdf'
      ? []
      : [{ type, name: 'HTML mirror', version: 'preprint', url: `${baseUrl}/html/${id}` }],
} as const satisfies FullTextSource;
