import { Banner, Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, SLOW } from '../../api.ts';
import { useOpenPaper } from './open-paper.ts';
import { paperMessages } from './messages.ts';
import { ServerHtml } from './server-html.tsx';

const looseTranslationQuery = (bibcode: string, revision: string) =>
  queryOptions({
    queryKey: ['loose-translation', bibcode, revision],
    queryFn: async ({ signal }) =>
      (await api.get('/api/paper/page', { query: { bibcode }, signal, ...SLOW })).loose_translation_html ?? '',
    staleTime: Infinity,
  });

/** Shows the whole translation of an earlier parse. Its paragraphs no longer match the text. */
export function LooseTranslation({ head }: { readonly head: ReactNode }) {
  const t = useMessages(paperMessages);
  const { bibcode, outline } = useOpenPaper();
  const html = useQuery(looseTranslationQuery(bibcode, outline.revision));
  return (
    <div className="paper-scroll" tabIndex={0} role="region" aria-label={t.middlePane}>
      <div className="paper-text translation">
        {head}
        <Banner>{t.looseTranslation}</Banner>
        <Loaded query={html} loading={t.loadingText}>
          {(text) => <ServerHtml className="block" html={text} enlarge={t.enlarge} />}
        </Loaded>
      </div>
    </div>
  );
}
