import { ViewFailed, ViewLoading, ViewMissing } from '@almagest/ui/components/view-states';
import { createRootRoute } from '@tanstack/react-router';
import { Shell } from './shell.tsx';

export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: ViewMissing,
  errorComponent: ViewFailed,
  pendingComponent: ViewLoading,
});
