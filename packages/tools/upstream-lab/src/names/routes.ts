import { plain, type Route } from '../server/exchange.ts';
import { readOptions, sesameText, sesameXml } from './sesame.ts';

/** Returns the route of the name resolver: `/cgi-bin/nph-sesame/-oxp/SNV?tau+Sco`. */
export function namesRoutes(): Route[] {
  return [
    {
      name: 'names.resolve',
      host: 'names',
      methods: ['GET'],
      path: /^\/(?:cgi-bin|viz-bin)\/nph-sesame(?:\/-o([A-Za-z0-9]*))?(?:\/([~SNVA]+))?\/?$/,
      answer: ({ url, captured: [flags = '', databases = ''] }) => {
        const options = readOptions(flags, databases);
        const names = url.search.slice(1).split('&').filter(Boolean).map(unescapeName);
        if (!options.isXml) return plain(names.map(sesameText).join(''));
        const reply = plain(sesameXml(names, options));
        return options.asPlain ? reply : { ...reply, headers: { 'content-type': 'text/xml; charset=utf-8' } };
      },
    },
  ];
}

function unescapeName(name: string): string {
  return decodeURIComponent(name.replaceAll('+', '%20'));
}
