import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, SLOW } from '../../../api.ts';
import { TextWithFormulas } from '../../../mathematics/text-with-formulas.tsx';
import { useOpenPaper } from '../open-paper.ts';
import { paperMessages } from '../messages.ts';
import { blocksQuery } from '../queries.ts';
import { ServerHtml } from '../server-html.tsx';
import { noteMessages } from './messages.ts';
import type { Selected } from './passages.ts';

export interface TranslationDialogProps {
  readonly selected: Selected;
  readonly onClose: () => void;
}

const passageQuery = (text: string) =>
  queryOptions({
    queryKey: ['translated-passage', text],
    queryFn: async ({ signal }) => await api.post('/api/translate/passage', { body: { text }, signal, ...SLOW }),
    staleTime: Infinity,
    retry: false,
  });

/** Shows the translation of the selection, and of its paragraphs if the paper has a translation. */
export function TranslationDialog({ selected: { side, parts }, onClose }: TranslationDialogProps) {
  const t = useMessages(noteMessages);
  const words = useMessages(paperMessages);
  const { outline } = useOpenPaper();
  const text = parts.map((part) => part.text).join('\n\n');
  const isOriginal = side === 'original' && text.trim() !== '';
  const hasParagraphs = outline.translation === 'aligned';
  return (
    <Dialog title={words.translation} onClose={onClose}>
      <div className="stack">
        {isOriginal ? <Passage text={text} /> : null}
        {hasParagraphs ? <Paragraphs parts={parts} isAlone={!isOriginal} /> : null}
        {isOriginal || hasParagraphs ? null : <p>{t.untranslated}</p>}
      </div>
      <div className="dialog-buttons">
        <Button kind="primary" autoFocus onClick={onClose}>
          {t.close}
        </Button>
      </div>
    </Dialog>
  );
}

function Passage({ text }: { readonly text: string }) {
  const t = useMessages(noteMessages);
  return (
    <>
      <blockquote>
        <TextWithFormulas text={text} />
      </blockquote>
      <Loaded query={useQuery(passageQuery(text))} loading={t.translating}>
        {({ translation, language }) => (
          <p lang={language} className="as-written">
            <TextWithFormulas text={translation} />
          </p>
        )}
      </Loaded>
    </>
  );
}

const MOST_BLOCKS = 20;

function Paragraphs({ parts, isAlone }: { readonly parts: Selected['parts']; readonly isAlone: boolean }) {
  const t = useMessages(noteMessages);
  const words = useMessages(paperMessages);
  const { bibcode, outline } = useOpenPaper();
  const [first, last] = [parts[0]?.block ?? 0, parts.at(-1)?.block ?? 0];
  const range = { from: first, count: Math.min(last - first + 1, MOST_BLOCKS) };
  return (
    <details open={isAlone}>
      <summary>{t.wholeParagraphs}</summary>
      <Loaded query={useQuery(blocksQuery(bibcode, outline.revision, range))} loading={words.loadingText}>
        {({ blocks: shown }) => (
          <div className="block">
            {shown.map(({ index, translation_html: html }) =>
              html === null ? null : <ServerHtml key={index} html={html} enlarge={words.enlarge} />,
            )}
          </div>
        )}
      </Loaded>
    </details>
  );
}
