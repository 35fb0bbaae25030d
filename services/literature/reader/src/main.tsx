import './replace-earlier-address.ts';
import '@almagest/ui/tokens.css';
import '@almagest/ui/base.css';
import { followLanguage } from '@almagest/ui/messages';
import { listenForShortcuts } from '@almagest/ui/shortcuts';
import { followTheme } from '@almagest/ui/theme';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { progress } from './live.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.ts';

followTheme();
followLanguage();
listenForShortcuts();
progress.start();

const element = document.getElementById('reader');
if (element === null) throw new Error('the page has no root element for the reader');
createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
