import { ParseRequest } from '@almagest/contracts/literature';
import Type from 'typebox';
import { listBlocks } from '../../persistence/reading/block-repository.ts';
import { defineTool } from '../agent/tool.ts';
import { download, type DownloadDeps } from '../full-text/download-paper.ts';
import { obtainPaper } from '../papers/obtain-paper.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { ensureParsed, type ParseDeps } from '../reading/parse-paper.ts';
import { translatePaper, type TranslateDeps } from '../translation/translate-paper.ts';
import { PaperCode } from './arguments.ts';
import { paperLine } from './paper-lines.ts';
import { contentsOf } from './paper-sections.ts';

const paperWork = (again: string) =>
  Type.Object({ bibcode: PaperCode, force: Type.Optional(Type.Boolean({ description: again })) });

export function downloadPaperTool(deps: DownloadDeps) {
  return defineTool({
    name: 'download_paper',
    description:
      'Fetches the full text of a paper from the preprint server or its publisher into the library. Returns the state of the full text, or why it is not available.',
    parameters: paperWork('Downloads the full text again even if there already is one.'),
    access: 'network',
    run: async ({ bibcode, force = false }, { signal }) => {
      const paper = await obtainPaper(deps, bibcode, signal);
      await download(deps, paper, { force, signal });
      return paperLine(await standardPaper(deps.files, await requirePaper(deps.db, paper.bibcode)));
    },
  });
}

export function parsePaperTool(deps: ParseDeps) {
  return defineTool({
    name: 'parse_paper',
    description:
      "Turns a paper's downloaded full text into Markdown that can be read, searched and translated. Returns its headings.",
    parameters: Type.Object({
      ...paperWork('Parses the paper again even if it is already parsed.').properties,
      source: ParseRequest.properties.source,
    }),
    access: 'write',
    run: async ({ bibcode, ...choice }, { signal }) => {
      const paper = await requirePaper(deps.db, bibcode);
      await ensureParsed(deps, paper, choice, signal);
      return contentsOf(await listBlocks(deps.db, paper.id)).join('\n');
    },
  });
}

export function translatePaperTool(deps: TranslateDeps) {
  return defineTool({
    name: 'translate_paper',
    description: `Translates a parsed paper into the language of the library (${deps.translation.language}), for the user to read alongside the original. Takes minutes, and costs as much as reading the paper several times.`,
    parameters: paperWork('Translates the paper again even if it is already translated.'),
    access: 'costly',
    run: async ({ bibcode, force = false }, { signal }) => {
      const { translation } = await translatePaper(deps, { bibcode, force }, signal);
      return `translated into ${deps.translation.language}: ${translation.length} characters, shown next to the paper in the reader`;
    },
  });
}
