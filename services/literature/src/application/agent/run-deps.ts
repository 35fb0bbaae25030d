import type { Viewer } from '../../domain/people/access.ts';
import type { AgentLimits } from '../../domain/agent/limits.ts';
import type { Db } from '../../persistence/database.ts';
import type { LanguageModels } from '../../sources/language-model/language-model.ts';
import type { ToolBox } from './tool-box.ts';

/** The person for whom an agent works. */
export type Asker = Viewer & { readonly name: string };

export interface RunDeps {
  readonly db: Db;
  readonly models: LanguageModels;
  readonly tools: ToolBox;
  /** Returns the person with this account, or undefined if the person may no longer use the service. */
  readonly findViewer: (accountId: string | null) => Promise<Asker | undefined>;
  readonly limits: AgentLimits;
  readonly onFault: (error: unknown) => void;
}
