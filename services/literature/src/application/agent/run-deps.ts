import type { Viewer } from '../../domain/people/access.ts';
import type { AgentLimits } from '../../domain/agent/limits.ts';
import type { Db } from '../../persistence/database.ts';
import type { LanguageModels } from '../../sources/language-model/language-model.ts';
import type { ToolBox } from './tool-box.ts';

export interface RunDeps {
  readonly db: Db;
  readonly models: LanguageModels;
  readonly tools: ToolBox;
  /** Returns the person of an account, or undefined if the person may no longer use the service. */
  readonly findViewer: (accountId: string | null) => Promise<Viewer | undefined>;
  readonly limits: AgentLimits;
  readonly onFault: (error: unknown) => void;
}
