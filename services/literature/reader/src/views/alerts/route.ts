import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

export interface AlertsAddress {
  /** The alert whose papers are shown. */
  readonly alert?: string;
  /** Includes papers already seen. */
  readonly all?: 'true';
}

export const alertsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts',
  validateSearch: onlyRead(({ alert, all }): AlertsAddress => ({
    ...(/^[1-9]\d{0,8}$/.test(String(alert)) ? { alert: String(alert) } : {}),
    ...(all === 'true' ? { all } : {}),
  })),
  component: lazyRouteComponent(async () => await import('./alerts-view.tsx'), 'AlertsView'),
});
