import { Link } from '@tanstack/react-router';
import { defineMessages, useMessages } from '../messages.ts';
import { usePageTitle } from '../page-title.ts';
import { Empty, Failed, Skeleton } from './page-states.tsx';

const messages = defineMessages({
  missing: { en: 'Page not found', zh: '没有这个页面' },
  missingWhy: {
    en: 'Check the address. The page may also have been deleted.',
    zh: '地址可能不完整，或者所指的内容已被删除。',
  },
  toStart: { en: 'Go to the start page', zh: '前往首页' },
  loading: { en: 'Loading page…', zh: '正在加载页面…' },
});

export function ViewLoading() {
  return <Skeleton>{useMessages(messages).loading}</Skeleton>;
}

/**
 * Shows that a view failed to load. Usually the service was upgraded and the view's file is gone, so the retry reloads
 * the page.
 */
export function ViewFailed({ error }: { readonly error: unknown }) {
  return <Failed error={error} onRetry={() => location.reload()} />;
}

export function ViewMissing() {
  const t = useMessages(messages);
  usePageTitle(t.missing);
  return (
    <div className="stack">
      <h1>{t.missing}</h1>
      <Empty>
        <p>{t.missingWhy}</p>
        <Link to="/">{t.toStart}</Link>
      </Empty>
    </div>
  );
}
