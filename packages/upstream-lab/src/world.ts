import type { Script } from './provider/turn.ts';
import type { Library } from './content/library.ts';
import type { HostName } from './server/exchange.ts';

/** What may be changed while the laboratory runs. */
export interface LabSettings {
  /** How the preprint API writes Atom: `legacy` is the form used to 2025, whose errors come with status 200. */
  atom: 'current' | 'legacy';
  /** Where the catalog's links lead for publishers: a host of their own, or the catalog's (for callers that trust no other). */
  publisherAt: 'publisher' | 'catalog';
  /** Version of the preprint server's pages: with the site's own frame around the paper, or without. */
  pageFrame: boolean;
}

export const DEFAULT_SETTINGS: LabSettings = { atom: 'current', publisherAt: 'publisher', pageFrame: true };

/** What the routes of all hosts share. */
export interface LabWorld {
  readonly library: Library;
  readonly settings: LabSettings;
  /** `http://127.0.0.1:port` of a host. */
  readonly origin: (host: HostName) => string;
  /** The one key that the catalog accepts. */
  readonly catalogKey: string;
  /** The one key that the provider accepts. */
  readonly providerKey: string;
  /** What the provider's models are told to say. */
  readonly script: Script;
}
