import type { Document } from './article/document.ts';
import { fullText } from './content/full-texts.ts';
import { Library } from './content/library.ts';
import { ControlServer } from './control/control-server.ts';
import type { Fault } from './faults/fault.ts';
import { FaultRegistry } from './faults/fault-registry.ts';
import { labRoutes } from './routes.ts';
import { Script, type ScriptedTurn } from './provider/turn.ts';
import { HOST_NAMES, type HostName } from './server/exchange.ts';
import { type Traffic, RequestLog, type SeenRequest } from './server/request-log.ts';
import { ZoteroStore } from './zotero/zotero-store.ts';
import { UpstreamHost } from './server/upstream-host.ts';
import { DEFAULT_SETTINGS, type LabSettings, type LabWorld, type ScixLibrary } from './world.ts';

export interface LabOptions {
  /**
   * The port of the control server. The hosts use the following ports in the order of `HOST_NAMES`. With 0, all use
   * free ports.
   */
  readonly port?: number;
  readonly address?: string;
  /** The delay of every answer in milliseconds, for all hosts or by host. */
  readonly latencyMs?: number | Readonly<Partial<Record<HostName, number>>>;
  /** The number of generated records in addition to the written papers. */
  readonly bulk?: number;
}

export interface UpstreamLab {
  /** The address of the control server. Its `/lab` paths have the same functions as this object, except `scix` and `zotero`. */
  readonly url: string;
  readonly origins: Readonly<Record<HostName, string>>;
  readonly library: Library;
  /** The libraries that people keep at the catalog, at first empty. */
  readonly scix: Map<string, ScixLibrary>;
  /** The libraries at Zotero, at first empty. */
  readonly zotero: ZoteroStore;
  readonly routes: readonly string[];
  /**
   * Returns the document of a paper by its key in the library. The page and the PDF are made from this document.
   * `referenceText` returns the document's text.
   */
  document(key: string): Document;
  /** Returns the environment variables that make the literature service use this laboratory. */
  environment(): Record<string, string>;
  /** Replaces the faults of a route. The faults of a list apply one after the other. */
  setFault(route: string, faults: Fault | readonly Fault[]): void;
  /** Removes the faults of one route, or of all routes. */
  clearFaults(route?: string): void;
  requests(which?: { readonly host?: HostName; readonly route?: string }): readonly SeenRequest[];
  traffic(host: HostName): Traffic;
  clearRequests(): void;
  setLatency(host: HostName, latencyMs: number): void;
  setSettings(settings: Partial<LabSettings>): void;
  /** Sets the next answers of the language models, in order. After these answers, the models answer automatically. */
  setScript(turns: readonly ScriptedTurn[]): void;
  /** Closes all servers and cuts open connections. */
  close(): Promise<void>;
}

const CATALOG_KEY = 'lab-catalog-key';
const PROVIDER_KEY = 'lab-provider-key';

/** Starts the stand-ins of all outside services on the loopback address. */
export async function startUpstreamLab(options: LabOptions = {}): Promise<UpstreamLab> {
  const { port = 0, address = '127.0.0.1' } = options;
  const origins = {} as Record<HostName, string>;
  const settings = { ...DEFAULT_SETTINGS };
  const world: LabWorld = {
    library: new Library(options.bulk ?? 0),
    settings,
    origin: (host) => origins[host],
    catalogKey: CATALOG_KEY,
    providerKey: PROVIDER_KEY,
    scix: new Map(),
    zotero: new ZoteroStore(),
    script: new Script(),
  };
  const routes = labRoutes(world);
  const log = new RequestLog();
  const faults = new FaultRegistry();
  const latency = latencies(options.latencyMs ?? 0);
  const deps = { log, faults, latencyMs: (host: HostName) => latency[host], faultUrls: faultUrls(world) };

  const hosts = HOST_NAMES.map((name) => new UpstreamHost(name, routes, deps));
  const control = new ControlServer({
    routes,
    library: world.library,
    log,
    faults,
    latency,
    settings,
    script: world.script,
    origins,
    environment: () => environmentOf(origins),
  });
  const known = (route: string) => {
    if (!routes.some(({ name }) => name === route)) throw new Error(`the laboratory has no route ${route}`);
    return route;
  };
  const { url, close } = await listenAll({ control, hosts, origins, address, port });

  return {
    url,
    origins,
    library: world.library,
    scix: world.scix,
    zotero: world.zotero,
    routes: routes.map(({ name }) => name),
    document: (key) => fullText(world.library.byKey(key)),
    environment: () => environmentOf(origins),
    setFault: (route, chosen) => faults.set(known(route), [chosen].flat()),
    clearFaults: (route) => faults.clear(route && known(route)),
    requests: (which) => log.list(which),
    traffic: (host) => log.traffic(host),
    clearRequests: () => log.clear(),
    setLatency: (host, latencyMs) => void (latency[host] = latencyMs),
    setScript: (turns) => world.script.set(turns),
    setSettings: (changed) => void Object.assign(settings, changed),
    close,
  };
}

interface Listeners {
  readonly control: ControlServer;
  readonly hosts: readonly UpstreamHost[];
  /** Filled with the address of each host. */
  readonly origins: Record<HostName, string>;
  readonly address: string;
  readonly port: number;
}

/** Opens all ports or none. If a port is taken, closes the ports that were opened before. */
async function listenAll({
  control,
  hosts,
  origins,
  address,
  port,
}: Listeners): Promise<{ url: string; close: () => Promise<void> }> {
  const open: { close(): Promise<void> }[] = [];
  const close = async () => void (await Promise.all(open.map((server) => server.close())));
  try {
    const url = `http://${address}:${await control.listen(address, port)}`;
    open.push(control);
    for (const [index, host] of hosts.entries()) {
      origins[host.name] = `http://${address}:${await host.listen(address, port === 0 ? 0 : port + 1 + index)}`;
      open.push(host);
    }
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function latencies(latencyMs: number | Readonly<Partial<Record<HostName, number>>>): Record<HostName, number> {
  const of = (host: HostName) => (typeof latencyMs === 'number' ? latencyMs : (latencyMs[host] ?? 0));
  return Object.fromEntries(HOST_NAMES.map((host) => [host, of(host)])) as Record<HostName, number>;
}

function faultUrls(world: LabWorld) {
  return (target: string) => {
    const id = /(?:html|pdf)\/((?:[a-z.-]+\/)?[0-9.]+)/i.exec(target)?.[1] ?? '';
    return {
      abstractUrl: `${world.origin('preprintWeb')}/abs/${id}`,
      privateUrl: `${world.origin('intranet')}/latest/meta-data/`,
    };
  };
}

function environmentOf(origins: Readonly<Record<HostName, string>>): Record<string, string> {
  return {
    CATALOG_API_URL: `${origins.catalog}/v1`,
    CATALOG_API_KEY: CATALOG_KEY,
    PREPRINT_API_URL: `${origins.preprintApi}/api/query`,
    PREPRINT_WEB_URL: origins.preprintWeb,
    PREPRINT_MIRROR_URL: origins.mirror,
    NAME_RESOLVER_URL: `${origins.names}/cgi-bin/nph-sesame`,
    ZOTERO_API_URL: origins.zotero,
    OPENAI_BASE_URL: `${origins.provider}/v1`,
    OPENAI_API_KEY: PROVIDER_KEY,
    CHAT_MODEL: 'lab-chat',
    VISION_MODEL: 'lab-vision',
    EMBEDDING_MODEL: 'lab-embedding',
    UPSTREAM_MIN_INTERVAL_MS: '0',
  };
}
