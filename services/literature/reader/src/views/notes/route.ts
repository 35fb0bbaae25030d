import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { readNotesAddress } from './address.ts';

export const notesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notes',
  validateSearch: onlyRead(readNotesAddress),
  component: lazyRouteComponent(async () => await import('./notes-view.tsx'), 'NotesView'),
});
