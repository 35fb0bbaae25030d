import type { FullTextSource } from './full-text-source.ts';

/** The preprint server's own site. Its HTML is tried before the mirror's HTML, which may be a month older. */
export const PREPRINT_SITE = {
  name: 'preprint_web',
  setting: {
    name: 'PREPRINT_WEB_URL',
    fallback: 'https://arxiv.org',
    protocols: ['https:', 'http:'],
    usedBy: ['api', 'worker'],
    meaning: 'the preprint server’s web site',
  },
  candidates: ({ preprintId: id }, type, baseUrl) => {
    if (id === '') return [];
    const name = type === 'pdf' ? 'preprint PDF' : 'official HTML';
    return [{ type, name, version: 'preprint', url: `${baseUrl}/${type}/${id}` }];
  },
  markers: [{ kind: 'not_found', pattern: /\bsource to PDF conversion system was unable to produce\b/i }],
} as const satisfies FullTextSource;
