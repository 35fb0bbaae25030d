import type { Static, TObject } from 'typebox';
import type { Viewer } from '../../domain/people/access.ts';
import type { ToolAccess } from '../../domain/agent/permission.ts';

interface ToolContext {
  /** The person for whom the agent works. This person owns the notes that the tool writes. */
  readonly viewer: Viewer;
  /** A viewer who can read only what everyone with access to this session can read. */
  readonly audience: Viewer;
  /** Aborts when the run is stopped or takes too long, or when its worker shuts down. */
  readonly signal: AbortSignal;
  readonly sessionId: string;
}

/**
 * A tool of an agent. If the tool throws a `Refusal`, the model receives the message. Any other error is a fault of the
 * service.
 */
export interface AgentTool<S extends TObject = TObject> {
  /** The name has only letters, digits and `_`, as providers require. */
  readonly name: string;
  readonly description: string;
  /** The schema must describe each parameter. A call with invalid arguments goes back to the model and is never run. */
  readonly parameters: S;
  readonly access: ToolAccess;
  /**
   * Returns text that the model receives as data. The engine stores the full text and sends the model a shortened copy.
   */
  run(args: Static<S>, context: ToolContext): Promise<string>;
}

/** Infers the type of a tool's arguments from its schema. */
export function defineTool<const S extends TObject>(tool: AgentTool<S>): AgentTool<S> {
  return tool;
}
