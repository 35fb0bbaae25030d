import Type from 'typebox';
import { defineTool } from '../agent/tool.ts';
import { exportBibtex, type ExportDeps } from '../search/export-bibtex.ts';
import { PaperCode } from './arguments.ts';

export function exportBibtexTool(deps: ExportDeps) {
  return defineTool({
    name: 'export_bibtex',
    description:
      'Returns BibTeX entries of papers from the bibliographic catalog, or from the record of a preprint that the catalog does not know.',
    parameters: Type.Object({
      bibcodes: Type.Array(PaperCode, { minItems: 1, maxItems: 50, description: 'The papers, at most 50.' }),
    }),
    access: 'network',
    run: async ({ bibcodes }) => {
      const { bibtex, missing } = await exportBibtex(deps, bibcodes);
      return missing.length === 0 ? bibtex : `${bibtex}\n[unknown: ${missing.join(', ')}]`;
    },
  });
}
