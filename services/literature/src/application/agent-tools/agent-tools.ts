import type { AgentTool } from '../agent/tool.ts';
import type { FigureQuestionDeps } from '../figures/ask-figure.ts';
import type { DownloadDeps } from '../full-text/download-paper.ts';
import type { CitationDeps } from '../reading/citation-network.ts';
import type { ParseDeps } from '../reading/parse-paper.ts';
import type { RetrieveDeps } from '../retrieval/retrieve-passages.ts';
import type { ExportDeps } from '../search/export-bibtex.ts';
import type { SearchDeps } from '../search/search-papers.ts';
import type { TargetDeps } from '../targets/link-targets.ts';
import type { TranslateDeps } from '../translation/translate-paper.ts';
import { askFigureTool } from './ask-figure.ts';
import { exportBibtexTool } from './export-bibtex.ts';
import { downloadPaperTool, parsePaperTool, translatePaperTool } from './full-text.ts';
import { listLibraryTool, readRecordTool } from './list-library.ts';
import { addNoteTool, listNotesTool } from './notes.ts';
import { readCitationsTool } from './read-citations.ts';
import { readSectionTool } from './read-section.ts';
import { retrievePassagesTool } from './retrieve-passages.ts';
import { searchPapersTool } from './search-papers.ts';
import {
  associateTargetTool,
  extractTargetsTool,
  linkTargetsTool,
  listTargetsTool,
  queryTargetTool,
} from './targets.ts';

export interface AgentToolDeps
  extends
    SearchDeps,
    ExportDeps,
    DownloadDeps,
    ParseDeps,
    CitationDeps,
    TranslateDeps,
    RetrieveDeps,
    FigureQuestionDeps,
    TargetDeps {}

/**
 * Returns the tools of agents, except those that ask the user or start a sub-agent. Each tool calls a use case and has
 * a description for the model.
 */
export function agentTools(deps: AgentToolDeps): AgentTool[] {
  return [
    searchPapersTool(deps),
    listLibraryTool(deps),
    readRecordTool(deps),
    readSectionTool(deps),
    retrievePassagesTool(deps),
    downloadPaperTool(deps),
    parsePaperTool(deps),
    translatePaperTool(deps),
    readCitationsTool(deps),
    listNotesTool(deps),
    addNoteTool(deps),
    askFigureTool(deps),
    queryTargetTool(deps),
    associateTargetTool(deps),
    listTargetsTool(deps),
    extractTargetsTool(deps),
    linkTargetsTool(deps),
    exportBibtexTool(deps),
  ];
}
