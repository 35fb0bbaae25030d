import { Button } from '@almagest/ui/components/button';
import { Skeleton } from '@almagest/ui/components/page-states';
import { useLanguage, useMessages } from '@almagest/ui/messages';
import { useShortcut } from '@almagest/ui/shortcuts';
import { X } from 'lucide-react';
import { Suspense } from 'react';
import { useOpenPaper } from './open-paper.ts';
import { paperMessages } from './messages.ts';
import { PANELS, type PaperPanel } from './panels.ts';

export interface RightPaneProps {
  readonly panel: PaperPanel;
  readonly onClose: () => void;
}

export function RightPane({ panel: { id, title, Content }, onClose }: RightPaneProps) {
  const t = useMessages(paperMessages);
  const language = useLanguage();
  const { openPanel } = useOpenPaper();
  return (
    <aside className="paper-pane right" aria-label={t.rightPane}>
      <div className="pane-head">
        <div className="pane-tabs">
          {PANELS.map((one) => (
            <button
              key={one.id}
              type="button"
              className="pane-tab"
              aria-pressed={one.id === id}
              onClick={() => openPanel(one.id)}
            >
              <one.icon size={15} aria-hidden /> {one.title[language]}
            </button>
          ))}
        </div>
        <Button kind="quiet" iconOnly aria-label={t.close} title={t.close} onClick={onClose}>
          <X size={16} aria-hidden />
        </Button>
      </div>
      <section className="pane-scroll panel-content" aria-label={title[language]} tabIndex={-1}>
        <Suspense fallback={<Skeleton>{t.loading}</Skeleton>}>
          <Content />
        </Suspense>
      </section>
    </aside>
  );
}

/** Registers the key of each panel. */
export function PanelShortcuts() {
  return PANELS.map((panel) => <PanelShortcut key={panel.id} panel={panel} />);
}

function PanelShortcut({ panel: { id, keys, title } }: { readonly panel: PaperPanel }) {
  const { openPanel } = useOpenPaper();
  useShortcut(keys, title[useLanguage()], () => openPanel(id));
  return null;
}
