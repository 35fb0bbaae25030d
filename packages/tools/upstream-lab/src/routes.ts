import { providerRoutes } from './provider/routes.ts';
import { linkRoutes } from './links/routes.ts';
import { mirrorRoutes } from './mirror/routes.ts';
import { websiteRoutes } from './website/routes.ts';
import { catalogRoutes } from './catalog/routes.ts';
import { namesRoutes } from './names/routes.ts';
import { zoteroRoutes } from './zotero/routes.ts';
import { preprintApiRoutes } from './preprint/routes.ts';
import { plain, type Route } from './server/exchange.ts';
import type { LabWorld } from './world.ts';

export function labRoutes(world: LabWorld): Route[] {
  return [
    ...catalogRoutes(world),
    ...preprintApiRoutes(world),
    ...websiteRoutes(world),
    ...mirrorRoutes(world),
    ...linkRoutes(world),
    ...namesRoutes(),
    ...zoteroRoutes(world),
    ...providerRoutes(world),
    ...intranetRoutes(),
  ];
}

/**
 * Returns the routes of a host that no service is configured with. A request to this host means that a service followed
 * a forbidden link.
 */
function intranetRoutes(): Route[] {
  const answer = () => plain('a secret of the intranet');
  return [{ name: 'intranet.any', host: 'intranet', methods: ['GET', 'POST', 'PUT', 'DELETE'], path: /^/, answer }];
}
