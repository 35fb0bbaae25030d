import type { LibraryStore } from '../../files/library-store.ts';
import type { Db } from '../../persistence/database.ts';
import type { AgentTool } from '../agent/tool.ts';
import { listLibraryTool } from './list-library.ts';
import { addNoteTool, listNotesTool } from './notes.ts';
import { readSectionTool } from './read-section.ts';

export interface AgentToolDeps {
  readonly db: Db;
  readonly files: LibraryStore;
}

/** Everything that agents can do, besides asking the user and each other. */
export function agentTools(deps: AgentToolDeps): AgentTool[] {
  return [listLibraryTool(deps), readSectionTool(deps), listNotesTool(deps), addNoteTool(deps)];
}
