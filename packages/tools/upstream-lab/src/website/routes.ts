import { preprintPdf } from '../content/full-texts.ts';
import type { Entry } from '../content/library.ts';
import { html, redirect, type Reply, type Route } from '../server/exchange.ts';
import type { LabWorld } from '../world.ts';
import { figureReply } from './figure.ts';
import { abstractPage, fatalPage, messagePage, officialPage } from './page.ts';
import { readPreprintAddress } from './preprint-address.ts';

/** Returns the routes of the preprint server's web site. */
export function websiteRoutes(world: LabWorld): Route[] {
  const route = (
    name: string,
    path: RegExp,
    answer: (captured: readonly string[]) => Reply | Promise<Reply>,
  ): Route => ({
    name: `preprintWeb.${name}`,
    host: 'preprintWeb',
    methods: ['GET'],
    path,
    answer: ({ captured }) => answer(captured),
  });
  return [
    route('abstract', /^\/abs\/(.+)$/, ([id = '']) =>
      onPaper(id, world, (entry, version) => html(abstractPage(entry, version))),
    ),
    route('figure', /^\/html\/(.+)\/x(\d+)\.(png|svg)$/, ([id = '', number, format = '']) =>
      onPaper(id, world, (entry) => figureReply(entry, Number(number), format)),
    ),
    route('html', /^\/html\/(.+?)\/?$/, ([id = '']) =>
      onPaper(id, world, (entry, version) => htmlReply(entry, version, world)),
    ),
    route('pdf', /^\/pdf\/(.+)$/, ([id = '']) =>
      id.endsWith('.pdf') ? redirect(`/pdf/${id.slice(0, -4)}`, 301) : onPaper(id, world, pdfReply),
    ),
  ];
}

function onPaper(
  id: string,
  world: LabWorld,
  answer: (entry: Entry, version: number) => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const named = readPreprintAddress(id, world.library);
  if (named.kind === 'malformed') return message(`No article for '${id}'`, 'The identifier is not valid.');
  if (named.kind === 'unknown')
    return message(`No document for '${id}'`, 'If this should be a paper, please tell the operators.');
  return answer(named.entry, named.version);
}

function htmlReply(entry: Entry, version: number, world: LabWorld): Reply {
  const { id = '', holding } = entry.paper.preprint ?? {};
  switch (holding) {
    case 'html':
    case 'html-official-only':
      return html(
        officialPage(entry, version, { origin: world.origin('preprintWeb'), withFrame: world.settings.pageFrame }),
      );
    case 'html-fatal':
      return html(fatalPage());
    default:
      return message(
        `No HTML for '${id}'`,
        'HTML is not available for the source.</p><p>The source is of another kind, or its conversion failed.',
      );
  }
}

async function pdfReply(entry: Entry, version: number): Promise<Reply> {
  const { id = '', holding } = entry.paper.preprint ?? {};
  if (holding === 'pdf-failed')
    return message('PDF Unavailable', `The PDF of ${id} could not be built from its source.`);
  if (holding === 'withdrawn') return message(`No document for '${id}'`, 'The paper was withdrawn.');
  return { status: 200, headers: { 'content-type': 'application/pdf' }, body: preprintPdf(entry, version) };
}

function message(title: string, text: string): Reply {
  return html(messagePage(title, `<p>${text}</p>`), 404);
}
