import { Empty } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { Link } from '@tanstack/react-router';
import { shellMessages } from './messages.ts';
import { usePageTitle } from './page-title.ts';

export function NotFound() {
  const t = useMessages(shellMessages);
  usePageTitle(t.missing);
  return (
    <div className="stack">
      <h1>{t.missing}</h1>
      <Empty>
        <p>{t.missingWhy}</p>
        <Link to="/">{t.toOverview}</Link>
      </Empty>
    </div>
  );
}
