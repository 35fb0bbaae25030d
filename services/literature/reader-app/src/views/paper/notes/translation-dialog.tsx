import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { useDesk } from '../desk.ts';
import { paperMessages } from '../messages.ts';
import { blocksQuery } from '../queries.ts';
import { ServerHtml } from '../server-html.tsx';
import { noteMessages } from './messages.ts';
import type { Selected } from './passages.ts';

export interface TranslationDialogProps {
  readonly selected: Selected;
  readonly onClose: () => void;
}

/** The translation of the paragraphs in which something is selected. */
export function TranslationDialog({ selected: { parts }, onClose }: TranslationDialogProps) {
  const t = useMessages(noteMessages);
  const words = useMessages(paperMessages);
  const { bibcode, outline } = useDesk();
  const [first, last] = [parts[0]?.block ?? 0, parts.at(-1)?.block ?? 0];
  const blocks = useQuery(
    blocksQuery(bibcode, outline.revision, { from: first, count: Math.min(last - first + 1, 20) }),
  );
  return (
    <Dialog title={words.translation} onClose={onClose}>
      <Loaded query={blocks} loading={words.loadingText}>
        {({ blocks: shown }) =>
          shown.every(({ translation_html: html }) => html === null) ? (
            <p>{t.untranslated}</p>
          ) : (
            <div className="block">
              {shown.map(({ index, translation_html: html }) =>
                html === null ? null : <ServerHtml key={index} html={html} enlarge={words.enlarge} />,
              )}
            </div>
          )
        }
      </Loaded>
      <div className="dialog-buttons">
        <Button kind="primary" autoFocus onClick={onClose}>
          {t.close}
        </Button>
      </div>
    </Dialog>
  );
}
