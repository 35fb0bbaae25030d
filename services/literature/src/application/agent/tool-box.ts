import type { PermissionMode } from '@almagest/contracts/literature';
import { compile } from '@almagest/contracts/validate';
import { SUBAGENT, type KnownTool } from '../../domain/agent/decide-call.ts';
import { checkPermission } from '../../domain/agent/permission.ts';
import type { ToolOffer } from '../../sources/language-model/language-model.ts';
import { BUILT_IN_TOOLS } from './built-in-tools.ts';
import type { AgentTool } from './tool.ts';

/** Holds the agents' tools: offers tools to models, checks calls and finds the tool to run. */
export class ToolBox {
  readonly known: ReadonlyMap<string, KnownTool>;
  readonly #tools: ReadonlyMap<string, AgentTool>;
  readonly #offers: readonly ToolOffer[];

  constructor(tools: readonly AgentTool[]) {
    const all = [...tools, ...BUILT_IN_TOOLS.map((tool) => ({ ...tool, access: 'read' as const }))];
    this.known = new Map(all.map(({ name, access, parameters }) => [name, { access, check: compile(parameters) }]));
    if (this.known.size < all.length) throw new Error('two tools of the agent have the same name');
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#offers = all.map(({ name, description, parameters }) => ({ name, description, parameters }));
  }

  find(name: string): AgentTool | undefined {
    return this.#tools.get(name);
  }

  /** Returns the tools to offer to an agent. Omits tools whose calls would be denied. */
  offers(mode: PermissionMode, mayDelegate: boolean): ToolOffer[] {
    return this.#offers.filter(({ name }) => {
      if (name === SUBAGENT) return mayDelegate;
      return checkPermission(this.known.get(name)?.access ?? 'costly', mode) !== 'deny';
    });
  }
}
