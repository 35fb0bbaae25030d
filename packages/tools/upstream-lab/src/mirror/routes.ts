import { html, redirect, type Route } from '../server/exchange.ts';
import { figureReply } from '../website/figure.ts';
import { fatalPage, messagePage, mirrorPage } from '../website/page.ts';
import { readPreprintAddress } from '../website/preprint-address.ts';
import type { LabWorld } from '../world.ts';

/**
 * Returns the routes of the HTML mirror. It has no versions, and redirects to the abstract page if it does not have a
 * paper.
 */
export function mirrorRoutes(world: LabWorld): Route[] {
  const { library } = world;
  return [
    {
      name: 'mirror.abstract',
      host: 'mirror',
      methods: ['GET'],
      path: /^\/(?:abs|pdf)\/(.+)$/,
      answer: ({ captured: [id = ''] }) => redirect(`/html/${id}`),
    },
    {
      name: 'mirror.figure',
      host: 'mirror',
      methods: ['GET'],
      path: /^\/html\/(.+)\/assets\/x(\d+)\.(png|svg)$/,
      answer: ({ captured: [id = '', number, format = ''] }) => {
        const named = readPreprintAddress(id, library);
        return named.kind === 'paper'
          ? figureReply(named.entry, Number(number), format)
          : html(messagePage('Not found', ''), 404);
      },
    },
    {
      name: 'mirror.html',
      host: 'mirror',
      methods: ['GET'],
      path: /^\/html\/(.+?)\/?$/,
      answer: ({ captured: [id = ''] }) => {
        const named = readPreprintAddress(id, library);
        if (named.kind === 'malformed') return html(messagePage(`No document for '${id}'`, ''), 404);
        const holding = named.kind === 'paper' ? named.entry.paper.preprint?.holding : undefined;
        if (named.kind === 'paper' && holding === 'html-fatal') return html(fatalPage());
        if (named.kind === 'paper' && (holding === 'html' || holding === 'html-mirror-only'))
          return html(mirrorPage(named.entry));
        return redirect(`${world.origin('preprintWeb')}/abs/${id}`, 307);
      },
    },
  ];
}
