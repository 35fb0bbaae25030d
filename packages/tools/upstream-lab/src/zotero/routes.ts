import { json, plain, redirect, type Exchange, type Reply, type Route } from '../server/exchange.ts';
import type { LabWorld } from '../world.ts';
import type { ZoteroAccess, ZoteroKind, ZoteroLibrary } from './zotero-store.ts';

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 25;
const MAX_KEYS = 50;

const LIBRARY = String.raw`^\/((?:users|groups)\/\d+)`;

/** Returns the routes of Zotero's web API, version 3, that read libraries. */
export function zoteroRoutes(world: LabWorld): Route[] {
  const { zotero } = world;
  const route = (name: string, path: string, answer: (exchange: Exchange, access: ZoteroAccess) => Reply): Route => ({
    name: `zotero.${name}`,
    host: 'zotero',
    methods: ['GET'],
    path: new RegExp(path),
    answer: (exchange) => {
      const access = accessOf(world, exchange);
      const reply = access === undefined ? plain('Invalid key', 403) : answer(exchange, access);
      const seconds = zotero.takeBackoff();
      return seconds === undefined ? reply : { ...reply, headers: { ...reply.headers, backoff: String(seconds) } };
    },
  });
  const ofLibrary = (name: string, path: string, answer: (library: ZoteroLibrary, exchange: Exchange) => Reply) =>
    route(name, `${LIBRARY}${path}$`, (exchange, access) => {
      const [of = ''] = exchange.captured;
      const library = zotero.libraries.get(of);
      if (!access.libraries.includes(of)) return plain('Forbidden', 403);
      return library === undefined ? plain('Not found', 404) : answer(library, exchange);
    });
  return [
    route('key', String.raw`^\/keys\/current$`, (exchange, access) => keyReply(exchange, access)),
    route('groups', String.raw`^\/users\/\d+\/groups$`, (_, access) => groupsReply(world, access)),
    ofLibrary('collections', String.raw`\/collections`, (library, exchange) =>
      listReply(library, 'collections', exchange, { isTop: false }),
    ),
    ofLibrary('top', String.raw`\/items\/top`, (library, exchange) =>
      listReply(library, 'items', exchange, { isTop: true }),
    ),
    ofLibrary('items', String.raw`\/items`, (library, exchange) =>
      listReply(library, 'items', exchange, { isTop: false }),
    ),
    ofLibrary('deleted', String.raw`\/deleted`, deletedReply),
    route('file', String.raw`${LIBRARY}\/items\/(\w+)\/file$`, ({ captured: [of = '', key = ''] }, access) => {
      if (!access.files || !access.libraries.includes(of)) return plain('Forbidden', 403);
      if (zotero.libraries.get(of)?.files.has(key) !== true) return plain('Not found', 404);
      return redirect(`${world.origin('zotero')}/storage/${of}/${key}`);
    }),
    {
      // In the real service, files are in another store that takes signed addresses instead of a key.
      name: 'zotero.storage',
      host: 'zotero',
      methods: ['GET'],
      path: /^\/storage\/((?:users|groups)\/\d+)\/(\w+)$/,
      answer: ({ captured: [of = '', key = ''] }) => {
        const body = zotero.libraries.get(of)?.files.get(key);
        if (body === undefined) return plain('Not found', 404);
        return { status: 200, headers: { 'content-type': 'application/pdf' }, body };
      },
    },
  ];
}

function accessOf({ zotero }: LabWorld, { headers }: Exchange): ZoteroAccess | undefined {
  const key = headers['zotero-api-key'] ?? String(headers['authorization'] ?? '').replace(/^Bearer /, '');
  return zotero.access.get(String(key));
}

function keyReply({ headers }: Exchange, { userId, userName, libraries, files }: ZoteroAccess): Reply {
  const groups = libraries.filter((path) => path.startsWith('groups/')).map((path) => path.slice('groups/'.length));
  const isOwn = libraries.includes(`users/${userId}`);
  return json({
    key: String(headers['authorization'] ?? '').replace(/^Bearer /, ''),
    userID: userId,
    username: userName,
    access: {
      ...(isOwn ? { user: { library: true, files, notes: true } } : {}),
      groups: Object.fromEntries(groups.map((id) => [id, { library: true, write: false }])),
    },
  });
}

function groupsReply({ zotero }: LabWorld, { libraries }: ZoteroAccess): Reply {
  const groups = [...zotero.libraries].filter(([path]) => path.startsWith('groups/') && libraries.includes(path));
  return json(
    groups.map(([path, { name, version }]) => {
      const id = Number(path.slice('groups/'.length));
      return { id, version, data: { id, version, name, type: 'Private' } };
    }),
  );
}

function listReply(
  library: ZoteroLibrary,
  kind: ZoteroKind,
  { url, headers }: Exchange,
  { isTop }: { readonly isTop: boolean },
): Reply {
  const own = { 'last-modified-version': String(library.version) };
  const known = headers['if-modified-since-version'];
  if (known !== undefined && Number(known) >= library.version) return { status: 304, headers: own, body: '' };
  const query = url.searchParams;
  const keys = query.get(kind === 'items' ? 'itemKey' : 'collectionKey')?.split(',');
  if (keys !== undefined && keys.length > MAX_KEYS) return plain(`Cannot specify more than ${MAX_KEYS} keys`, 400);
  const found = [...library.objects[kind]].filter(([key, { version, data }]) => {
    if (version <= Number(query.get('since') ?? 0)) return false;
    if (keys !== undefined && !keys.includes(key)) return false;
    if (data['deleted'] === 1 && query.get('includeTrashed') !== '1') return false;
    return !isTop || data['parentItem'] === undefined;
  });
  const total = { ...own, 'total-results': String(found.length) };
  if (query.get('format') === 'versions')
    return json(Object.fromEntries(found.map(([key, { version }]) => [key, version])), 200, total);
  const limit = Math.min(Number(query.get('limit') ?? DEFAULT_LIMIT), MAX_LIMIT);
  const start = Number(query.get('start') ?? 0);
  const page = found.slice(start, start + limit);
  const next = new URL(url);
  next.searchParams.set('start', String(start + limit));
  const link = start + limit < found.length ? { link: `<${next.href}>; rel="next"` } : {};
  const objects = page.map(([key, { version, data }]) => ({ key, version, data: { ...data, version } }));
  return json(objects, 200, { ...total, ...link });
}

function deletedReply(library: ZoteroLibrary, { url }: Exchange): Reply {
  const since = Number(url.searchParams.get('since') ?? 0);
  const keysOf = (kind: ZoteroKind) =>
    library.removed.filter((one) => one.kind === kind && one.version > since).map(({ key }) => key);
  return json(
    { collections: keysOf('collections'), items: keysOf('items'), searches: [], tags: [], settings: [] },
    200,
    {
      'last-modified-version': String(library.version),
    },
  );
}
