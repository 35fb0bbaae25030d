import '@almagest/ui/tokens.css';
import '@almagest/ui/base.css';
import { followEvents } from '@almagest/ui/live-queries';
import { followLanguage } from '@almagest/ui/messages';
import { listenForShortcuts } from '@almagest/ui/shortcuts';
import { followTheme } from '@almagest/ui/theme';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onSignedOut } from './api.ts';
import { liveEvents } from './live.ts';
import { sessionQuery } from './queries/session.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.ts';

followTheme();
followLanguage();
listenForShortcuts();
followEvents(liveEvents, queryClient);
onSignedOut(() => {
  const { pathname, href } = router.state.location;
  if (pathname === '/login') return;
  // If this page never had a session, it must not say that the session has ended.
  const hadSession = queryClient.getQueryData(sessionQuery.queryKey) !== undefined;
  const next = pathname === '/' ? {} : { next: href };
  void router.navigate({ to: '/login', search: { ...next, ...(hadSession ? { ended: 'yes' } : {}) }, replace: true });
});

const element = document.getElementById('console');
if (element === null) throw new Error('the page has no element for the console');
createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
