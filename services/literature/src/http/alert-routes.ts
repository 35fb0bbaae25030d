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
import type { Caller } from './caller.ts';
import { addressOf } from './own-address.ts';

export function alertRoutes(deps: AlertRoutesDeps): Handlers<typeof alertOperations, Caller> {
  return {
    listAlerts: ({ caller: { viewer } }) => readAlerts(deps, viewer),
    createAlert: ({ caller: { viewer }, body }) => createAlert(deps, viewer, body),
    changeAlert: ({ caller: { viewer }, params, body }) => changeAlert(deps, viewer, Number(params.id), body),
    deleteAlert: ({ caller: { viewer }, params }) => removeAlert(deps, viewer, Number(params.id)),
    restoreAlert: ({ caller: { viewer }, params }) => restoreDeletedAlert(deps, viewer, Number(params.id)),
    checkAlert: ({ caller: { viewer }, params }) => requestAlertCheck(deps, viewer, Number(params.id)),
    listAlertPapers: ({ caller: { viewer }, params, query }) => readAlertPapers(deps, viewer, Number(params.id), query),
    markAlertSeen: ({ caller: { viewer }, params, body }) => markAlertSeen(deps, viewer, Number(params.id), body),
    createAlertFeed: ({ caller: { viewer }, params }) => createAlertFeed(deps, viewer, Number(params.id)),
    deleteAlertFeed: ({ caller: { viewer }, params }) => deleteAlertFeed(deps, viewer, Number(params.id)),
    readAlertFeed: async ({ query, req, res }) => {
      const feed = await readAlertFeed(deps, query.key, addressOf(req));
      // Feed readers poll about once an hour. With an ETag, `send` answers 304 when the feed has not changed.
      res.setHeader('ETag', `"${digestOf(feed).toString('base64url')}"`);
      res.setHeader('Cache-Control', 'private, no-cache');
      res.setHeader('Content-Type', 'application/atom+xml; charset=utf-8').send(feed);
    },
  };
}
