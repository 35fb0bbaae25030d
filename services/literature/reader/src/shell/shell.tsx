import { CallerProvider } from '@almagest/ui/caller';
import { Frame } from '@almagest/ui/components/frame';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { FileDrop } from '../views/add/file-drop.tsx';
import { PasteAdd } from '../views/add/paste-add.tsx';
import { meQuery } from '../views/account/queries.ts';
import { TokenRegion } from './token-dialog.tsx';
import { TopBar } from './top-bar.tsx';

/** Renders the frame of all views. A paper uses the whole window. */
export function Shell() {
  const isPaper = useRouterState({ select: ({ location }) => location.pathname.startsWith('/papers/') });
  const { data: me } = useQuery(meQuery);
  return (
    <CallerProvider value={me}>
      <Frame
        bar={
          <>
            <TopBar />
            <TokenRegion />
          </>
        }
        isFull={isPaper}
      >
        <Outlet />
      </Frame>
      <FileDrop />
      <PasteAdd />
    </CallerProvider>
  );
}
