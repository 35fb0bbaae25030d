import type { bibliographyOperations, citationStyleOperations } from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import { changeCitationKey, readCitationKey } from '../application/bibliographies/citation-keys.ts';
import { addStyle, readStyles, removeStyle, type StyleDeps } from '../application/bibliographies/citation-styles.ts';
import {
  changeKeyPattern,
  createBibliography,
  readBibliographies,
  revokeBibliography,
} from '../application/bibliographies/manage-bibliographies.ts';
import { readBibliography, type BibliographyDeps } from '../application/bibliographies/read-bibliography.ts';
import type { Caller } from './caller.ts';
import { callerSignal } from './caller-signal.ts';
import { sendParts } from './library-routes.ts';

const FORMATS = { bib: 'bibtex', ris: 'ris', json: 'csl-json' } as const;

export function bibliographyRoutes(deps: BibliographyDeps): Handlers<typeof bibliographyOperations, Caller> {
  return {
    listBibliographies: ({ caller: { viewer } }) => readBibliographies(deps, viewer),
    createBibliography: ({ caller: { viewer }, body }) => createBibliography(deps, viewer, body),
    changeKeyPattern: ({ caller: { viewer }, body }) => changeKeyPattern(deps, viewer, body.key_pattern),
    deleteBibliography: ({ caller: { viewer }, params }) => revokeBibliography(deps, viewer, Number(params.id)),
    readBibliography: async ({ params, query, req, res }) => {
      const [id = '', extension = ''] = params.file.split('.');
      const format = FORMATS[extension as keyof typeof FORMATS];
      const isKnown = (version: string) => {
        res.setHeader('ETag', `"${version}"`).setHeader('Cache-Control', 'private, no-cache');
        return req.fresh;
      };
      const parts = await readBibliography(deps, { ...query, id: Number(id), format, isKnown });
      if (parts === undefined) res.status(304).end();
      else await sendParts(res, format, parts);
    },
    readCitationKey: ({ caller: { viewer }, query }) => readCitationKey(deps, viewer, query.bibcode),
    changeCitationKey: ({ caller: { viewer }, body }) => changeCitationKey(deps, viewer, body),
  };
}

export function citationStyleRoutes(deps: StyleDeps): Handlers<typeof citationStyleOperations, Caller> {
  return {
    listCitationStyles: ({ caller: { viewer } }) => readStyles(deps, viewer),
    addCitationStyle: ({ caller: { viewer }, body, res }) => addStyle(deps, viewer, body.csl, callerSignal(res)),
    deleteCitationStyle: ({ caller: { viewer }, params }) => removeStyle(deps, viewer, Number(params.id)),
  };
}
