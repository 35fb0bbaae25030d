import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { useShortcut } from '@almagest/ui/shortcuts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { X } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { LEFT_LISTS, type LeftList } from './address.ts';
import { useOpenPaper } from './open-paper.ts';
import { paperMessages } from './messages.ts';
import { outlineLists, type OutlineItem } from './outline-lists.ts';

export interface LeftPaneProps {
  readonly list: LeftList;
  readonly onChoose: (list: LeftList) => void;
  readonly onClose: () => void;
}

/** Shows the contents, figures, tables, equations and references of a paper. */
export function LeftPane({ list, onChoose, onClose }: LeftPaneProps) {
  const t = useMessages(paperMessages);
  const { outline } = useOpenPaper();
  const lists = useMemo(() => outlineLists(outline.blocks), [outline.blocks]);
  return (
    <nav className="paper-pane left" aria-label={t.leftPane}>
      <div className="pane-head">
        <div className="pane-tabs">
          {LEFT_LISTS.map((one) => (
            <button
              key={one}
              type="button"
              className="pane-tab"
              aria-pressed={one === list}
              onClick={() => onChoose(one)}
            >
              {t[one]} <span className="muted">{lists[one].length}</span>
            </button>
          ))}
        </div>
        <Button kind="quiet" iconOnly aria-label={t.close} title={t.close} onClick={onClose}>
          <X size={16} aria-hidden />
        </Button>
      </div>
      {lists[list].length === 0 ? (
        <p className="muted pane-empty">{t.noneOf(t[list])}</p>
      ) : (
        <ItemList key={list} label={t[list]} items={lists[list]} />
      )}
    </nav>
  );
}

const ESTIMATED_PX = 34;

/** Lists any number of items. Renders only those near the window. */
function ItemList({ label, items }: { readonly label: string; readonly items: readonly OutlineItem[] }) {
  const { jumpTo } = useOpenPaper();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_PX,
    overscan: 12,
  });
  return (
    <div ref={scroller} className="pane-scroll">
      <ol className="outline-list" aria-label={label} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          return item === undefined ? null : (
            <li
              key={index}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                style={{ paddingInlineStart: `${0.75 + Math.min(item.depth, 4)}rem` }}
                onClick={() => jumpTo(item.block)}
              >
                <TextWithFormulas text={item.text} />
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Registers the keys for the next and previous section. */
export function usePartShortcuts(): void {
  const t = useMessages(paperMessages);
  const { outline, readingPosition, jumpTo } = useOpenPaper();
  const parts = useMemo(() => outlineLists(outline.blocks).contents.map(({ block }) => block), [outline.blocks]);
  useShortcut('n', t.nextPart, () => {
    const next = parts.find((block) => block > readingPosition.place.block);
    if (next !== undefined) jumpTo(next);
  });
  useShortcut('b', t.previousPart, () => {
    const previous = parts.findLast((block) => block < readingPosition.place.block);
    if (previous !== undefined) jumpTo(previous);
  });
}
