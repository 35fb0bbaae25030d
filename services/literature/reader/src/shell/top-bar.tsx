import { Connection } from '@almagest/ui/components/connection';
import { Shortcuts } from '@almagest/ui/components/shortcut-list';
import { useMessages } from '@almagest/ui/messages';
import { useShortcut } from '@almagest/ui/shortcuts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Bell, Bot, LibraryBig, MessageCircleQuestionMark, RefreshCw, Search, StickyNote } from 'lucide-react';
import { progress } from '../live.ts';
import { SignedIn } from '../views/account/signed-in.tsx';
import { shellMessages } from './messages.ts';
import './top-bar.css';

const ICON = 16;

export function TopBar() {
  const t = useMessages(shellMessages);
  const navigate = useNavigate();
  useShortcut('g l', t.library, () => void navigate({ to: '/library' }));
  useShortcut('g f', t.find, () => void navigate({ to: '/find' }));
  useShortcut('g a', t.add, () => void navigate({ to: '/add' }));
  useShortcut('g n', t.notes, () => void navigate({ to: '/notes' }));
  useShortcut('g t', t.alerts, () => void navigate({ to: '/alerts' }));
  useShortcut('g s', t.search, () => void navigate({ to: '/search' }));
  useShortcut('g q', t.ask, () => void navigate({ to: '/ask' }));
  useShortcut('g r', t.agent, () => void navigate({ to: '/agent' }));
  useShortcut('g b', t.synchronisation, () => void navigate({ to: '/synchronisation' }));
  return (
    <header className="top-bar">
      <Link to="/" className="brand">
        Almagest
      </Link>
      <nav aria-label={t.navigation} className="tabs">
        <Link to="/library">
          <LibraryBig size={ICON} aria-hidden />
          <span>{t.library}</span>
        </Link>
        <Link to="/search">
          <Search size={ICON} aria-hidden />
          <span>{t.search}</span>
        </Link>
        <Link to="/notes">
          <StickyNote size={ICON} aria-hidden />
          <span>{t.notes}</span>
        </Link>
        <Link to="/ask">
          <MessageCircleQuestionMark size={ICON} aria-hidden />
          <span>{t.ask}</span>
        </Link>
        <Link to="/agent">
          <Bot size={ICON} aria-hidden />
          <span>{t.agent}</span>
        </Link>
        <Link to="/alerts">
          <Bell size={ICON} aria-hidden />
          <span>{t.alerts}</span>
        </Link>
        <Link to="/synchronisation">
          <RefreshCw size={ICON} aria-hidden />
          <span className="long">{t.synchronisation}</span>
          <span className="short">{t.sync}</span>
        </Link>
      </nav>
      <div className="end">
        <Connection feed={progress} />
        <Shortcuts />
        <SignedIn />
      </div>
    </header>
  );
}
