import { fullTextLinks, SOURCE_KINDS } from '../catalog/full-text-links.ts';
import { publisherPdf } from '../content/full-texts.ts';
import { asPlainText, type Entry } from '../content/library.ts';
import { JOURNALS } from '../content/paper.ts';
import { challengePage, logInWall } from '../faults/pages.ts';
import { escapeMarkup, html, redirect, type Reply, type Route } from '../server/exchange.ts';
import { messagePage } from '../website/page.ts';
import type { LabWorld } from '../world.ts';
import { scannedPdf } from './scanned-pdf.ts';

/** Returns the routes of the link gateway and of its targets: publishers and scans. */
export function linkRoutes(world: LabWorld): Route[] {
  const hosts = ['publisher', 'catalog', 'mirror'] as const;
  return [gatewayRoute(world), ...hosts.flatMap((host) => publisherRoutes(host, world))];
}

/** Serves `/link_gateway/<bibcode>/<kind>`, which needs no key. */
function gatewayRoute(world: LabWorld): Route {
  return {
    name: 'catalog.gateway',
    host: 'catalog',
    methods: ['GET'],
    path: /^\/link_gateway\/([^/]+)\/([A-Za-z_]+)$/,
    answer: ({ captured: [code = '', kind = ''] }) => {
      const entry = world.library.byIdentifier(code);
      const isKnownKind = kind === 'ESOURCE' || SOURCE_KINDS.some((known) => known === kind);
      if (!isKnownKind) return html(messagePage('Bad request', '<p>Unknown type of link.</p>'), 400);
      const links = entry === undefined ? [] : fullTextLinks(entry, world);
      const matching = kind === 'ESOURCE' ? links : links.filter((link) => link.kind === kind);
      const [first, ...more] = matching;
      if (first === undefined)
        return html(messagePage('Not found', '<p>There is no such link for this record.</p>'), 404);
      if (more.length === 0) return redirect(first.url);
      const items = matching.map(({ kind, url }) => `<li><a href="${escapeMarkup(url)}">${kind}</a></li>`);
      return html(messagePage(`Links for ${code}`, `<ul>${items.join('')}</ul>`));
    },
  };
}

/**
 * Returns the routes of a publisher. The catalog and the mirror serve these routes too, for services that trust only
 * configured addresses.
 */
function publisherRoutes(host: 'publisher' | 'catalog' | 'mirror', world: LabWorld): Route[] {
  const onEntry = (identifier: string, answer: (entry: Entry) => Reply | Promise<Reply>) => {
    const entry = world.library.byIdentifier(identifier);
    return entry === undefined ? html(messagePage('Not found', '<p>No such article.</p>'), 404) : answer(entry);
  };
  const route = (name: string, path: RegExp, answer: (entry: Entry) => Reply | Promise<Reply>): Route => ({
    name: `${host}.${name}`,
    host,
    methods: ['GET'],
    path,
    answer: ({ captured: [identifier = ''] }) => onEntry(identifier, answer),
  });
  return [
    route('pdf', /^\/article-pdf\/(.+)$/, articlePdf),
    route('page', /^\/doi\/(.+)$/, articlePage),
    route('scan', /^\/scan\/(.+)$/, () => pdf(scannedPdf(4))),
  ];
}

/** Answers like the publisher of the paper. Some publishers block programs. */
function articlePdf(entry: Entry): Reply {
  const { published } = entry.paper;
  switch (published === undefined ? 'none' : JOURNALS[published.stem].door) {
    case 'open':
      return pdf(publisherPdf(entry));
    case 'cloudflare':
      return challengePage('cloudflare');
    case 'radware':
      return challengePage('radware');
    case 'log-in':
      return logInWall();
    default:
      return html(messagePage('Not found', '<p>No PDF of this article.</p>'), 404);
  }
}

function articlePage({ paper }: Entry): Reply {
  const title = asPlainText(paper.title);
  return html(
    messagePage(
      title,
      `<p class="abstract">${escapeMarkup(asPlainText(paper.abstract ?? ''))}</p><p><a href="/login">Get access</a></p>`,
    ),
  );
}

function pdf(body: Uint8Array): Reply {
  return { status: 200, headers: { 'content-type': 'application/pdf' }, body };
}
