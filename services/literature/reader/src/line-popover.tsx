import { Button } from '@almagest/ui/components/button';
import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import './line-popover.css';

export interface LinePopoverProps {
  /** The element of the text that the popover belongs to. */
  readonly anchor: Element;
  readonly title: string;
  readonly close: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Space to the anchor and to the edges of the window, in CSS pixels. */
const GAP = 6;

/** Shows content at a line of the text. The browser closes the popover on Escape and on a press elsewhere. */
export function LinePopover({ anchor, title, close, onClose, children }: LinePopoverProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    element.showPopover();
    element.focus();
    // The popover grows when its content has loaded.
    const placing = new ResizeObserver(() => placeAt(element, anchor.getBoundingClientRect()));
    placing.observe(element);
    return () => placing.disconnect();
  }, [anchor]);
  return (
    <div
      ref={ref}
      className="line-popover"
      popover="auto"
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      onToggle={({ newState }) => {
        if (newState === 'closed') onClose();
      }}
    >
      <Button kind="quiet" iconOnly aria-label={close} title={close} onClick={() => ref.current?.hidePopover()}>
        <X size={16} aria-hidden />
      </Button>
      {children}
    </div>
  );
}

function placeAt(element: HTMLElement, line: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = line.bottom + GAP;
  const isBelow = below + height <= innerHeight - GAP;
  element.style.left = `${Math.max(GAP, Math.min(line.left, innerWidth - width - GAP))}px`;
  element.style.top = `${isBelow ? below : Math.max(GAP, line.top - height - GAP)}px`;
}
