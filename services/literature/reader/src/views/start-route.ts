import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from '../shell/root-route.ts';

export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/library', replace: true });
  },
});
