import type { Static, TObject } from 'typebox';
import type { ToolAccess } from '../../domain/agent/permission.ts';

interface ToolContext {
  /** Aborted when the run is stopped, takes too long, or its worker ends. */
  readonly signal: AbortSignal;
  readonly sessionId: string;
}

/** A tool of an agent. A `Refusal` that it throws is sent to the model; any other error is a fault of the service. */
export interface AgentTool<S extends TObject = TObject> {
  /** Letters, digits and `_`, as providers require. */
  readonly name: string;
  /** Tells the model what the tool is for and what it returns. */
  readonly description: string;
  /** Describe each parameter; a call whose arguments do not fit goes back to the model and is never run. */
  readonly parameters: S;
  readonly access: ToolAccess;
  /** Returns text for the model, which takes it as data. Long text is cut for the model by the engine and stored whole. */
  run(args: Static<S>, context: ToolContext): Promise<string>;
}

/** Keeps the types of a tool's arguments. */
export function defineTool<const S extends TObject>(tool: AgentTool<S>): AgentTool<S> {
  return tool;
}
