import type { alertOperations } from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import { digestOf } from '@almagest/service-kit/credentials';
import { createAlertFeed, deleteAlertFeed, readAlertFeed } from '../application/alerts/alert-feed.ts';
import {
  changeAlert,
  createAlert,
  markAlertSeen,
  readAlertPapers,
  readAlerts,
  removeAlert,
  requestAlertCheck,
  restoreDeletedAlert,
  type AlertRoutesDeps,
} from '../application/alerts/manage-alerts.ts';
import { addressOf } from './own-address.ts';

export function alertRoutes(deps: AlertRoutesDeps): Handlers<typeof alertOperations, undefined> {
  return {
    listAlerts: () => readAlerts(deps),
    createAlert: ({ body }) => createAlert(deps, body),
    changeAlert: ({ params, body }) => changeAlert(deps, Number(params.id), body),
    deleteAlert: ({ params }) => removeAlert(deps, Number(params.id)),
    restoreAlert: ({ params }) => restoreDeletedAlert(deps, Number(params.id)),
    checkAlert: ({ params }) => requestAlertCheck(deps, Number(params.id)),
    listAlertPapers: ({ params, query }) => readAlertPapers(deps, Number(params.id), query),
    markAlertSeen: ({ params, body }) => markAlertSeen(deps, Number(params.id), body),
    createAlertFeed: ({ params }) => createAlertFeed(deps, Number(params.id)),
    deleteAlertFeed: ({ params }) => deleteAlertFeed(deps, Number(params.id)),
    readAlertFeed: async ({ query, req, res }) => {
      const feed = await readAlertFeed(deps, query.key, addressOf(req));
      // Feed readers poll about once an hour. With an ETag, `send` answers 304 when the feed has not changed.
      res.setHeader('ETag', `"${digestOf(feed).toString('base64url')}"`);
      res.setHeader('Cache-Control', 'private, no-cache');
      res.setHeader('Content-Type', 'application/atom+xml; charset=utf-8').send(feed);
    },
  };
}
