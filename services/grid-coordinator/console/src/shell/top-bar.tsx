import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { useShortcut } from '@almagest/ui/shortcuts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Keyboard, LayoutDashboard, Plus, Server, Sprout } from 'lucide-react';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { liveEvents } from '../live.ts';
import { shellMessages } from './messages.ts';
import { ShortcutList } from './shortcut-list.tsx';

const SettingsMenu = lazy(async () => ({ default: (await import('./settings-menu.tsx')).SettingsMenu }));

const ICON = 16;

/** The name of the application, the way to its views, whether changes arrive, and the settings. */
export function TopBar({ isSignIn }: { readonly isSignIn: boolean }) {
  return (
    <header className="top-bar">
      <Link to="/" className="brand">
        Almagest
      </Link>
      {isSignIn ? null : <Navigation />}
      <div className="end">
        {isSignIn ? null : <Connection />}
        {isSignIn ? null : <Shortcuts />}
        <Suspense>
          <SettingsMenu isSignedIn={!isSignIn} />
        </Suspense>
      </div>
    </header>
  );
}

function Navigation() {
  const t = useMessages(shellMessages);
  const navigate = useNavigate();
  useShortcut('g o', t.overview, () => void navigate({ to: '/' }));
  useShortcut('g n', t.nodes, () => void navigate({ to: '/nodes' }));
  useShortcut('g s', t.seeds, () => void navigate({ to: '/seeds' }));
  useShortcut('g w', t.newWorkflow, () => void navigate({ to: '/new' }));
  return (
    <nav aria-label={t.navigation}>
      <Link to="/" activeOptions={{ exact: true }}>
        <LayoutDashboard size={ICON} aria-hidden />
        {t.overview}
      </Link>
      <Link to="/nodes">
        <Server size={ICON} aria-hidden />
        {t.nodes}
      </Link>
      <Link to="/seeds">
        <Sprout size={ICON} aria-hidden />
        {t.seeds}
      </Link>
      <Link to="/new">
        <Plus size={ICON} aria-hidden />
        {t.newWorkflow}
      </Link>
    </nav>
  );
}

function Connection() {
  const t = useMessages(shellMessages);
  const state = useSyncExternalStore(
    (onChange) => liveEvents.onState(onChange),
    () => liveEvents.state,
  );
  return (
    <span role="status" className={state === 'live' ? 'connection' : 'connection reconnecting'}>
      {state === 'live' ? t.live : t.reconnecting}
    </span>
  );
}

function Shortcuts() {
  const t = useMessages(shellMessages);
  const [isOpen, setOpen] = useState(false);
  useShortcut('?', t.listShortcuts, () => setOpen(true));
  return (
    <>
      <Button kind="quiet" iconOnly aria-label={t.shortcuts} title={`${t.shortcuts} (?)`} onClick={() => setOpen(true)}>
        <Keyboard size={18} aria-hidden />
      </Button>
      {isOpen ? <ShortcutList onClose={() => setOpen(false)} /> : null}
    </>
  );
}
