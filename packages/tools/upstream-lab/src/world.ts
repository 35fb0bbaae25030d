import type { Script } from './provider/turn.ts';
import type { Library } from './content/library.ts';
import type { ZoteroStore } from './zotero/zotero-store.ts';
import type { HostName } from './server/exchange.ts';

/** Settings that can be changed while the laboratory runs. */
export interface LabSettings {
  /** The format of the preprint API's feed. `legacy` is the format until 2025, whose errors have status 200. */
  atom: 'current' | 'legacy';
  /** The host of publishers' files. Services that trust only configured addresses can download them from `mirror`. */
  publisherAt: 'publisher' | 'catalog' | 'mirror';
  /** Whether pages of the preprint server have the site's frame around the paper. */
  pageFrame: boolean;
}

export const DEFAULT_SETTINGS: LabSettings = { atom: 'current', publisherAt: 'publisher', pageFrame: true };

/** A library that a person keeps at the catalog. */
export interface ScixLibrary {
  readonly name: string;
  readonly bibcodes: readonly string[];
}

/** State that the routes of all hosts share. */
export interface LabWorld {
  readonly library: Library;
  readonly settings: LabSettings;
  /** Returns the address `http://127.0.0.1:port` of a host. */
  readonly origin: (host: HostName) => string;
  /** The only key that the catalog accepts. */
  readonly catalogKey: string;
  /** The only key that the provider accepts. */
  readonly providerKey: string;
  /** The libraries that people keep at the catalog, by their ids. */
  readonly scix: Map<string, ScixLibrary>;
  readonly zotero: ZoteroStore;
  /** The scripted answers of the language models. */
  readonly script: Script;
}
