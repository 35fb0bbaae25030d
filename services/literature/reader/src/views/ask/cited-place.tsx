import type { Citation } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { Link } from '@tanstack/react-router';
import { createContext, use, type ReactNode } from 'react';
import { plainMathematics } from '@almagest/contracts/plain-mathematics';
import { askMessages } from './messages.ts';

/** The open paper, and a function that scrolls to a block of the paper. Undefined outside a paper. */
interface ShownPaper {
  readonly bibcode: string;
  readonly jumpTo: (block: number, quote: string) => void;
}

export const ShownPaperContext = createContext<ShownPaper | undefined>(undefined);

interface CitedPlaceProps {
  readonly citation: Citation;
  readonly className?: string;
  readonly label?: string;
  readonly children: ReactNode;
}

/** Links to the cited paragraph and highlights the cited sentence there. */
export function CitedPlace({ citation, className, label, children }: CitedPlaceProps) {
  const { bibcode, paragraph_index: block, quote } = citation;
  const shown = use(ShownPaperContext);
  if (shown?.bibcode === bibcode)
    return (
      <button
        type="button"
        className={`cited-place ${className ?? ''}`}
        aria-label={label}
        title={label}
        onClick={() => shown.jumpTo(block, quote)}
      >
        {children}
      </button>
    );
  return (
    <Link
      to="/papers/$bibcode"
      params={{ bibcode }}
      search={{ block: String(block), quote, right: 'ask' }}
      className={className}
      aria-label={label}
      title={label}
    >
      {children}
    </Link>
  );
}

export function CitationMark({ citation }: { readonly citation: Citation }) {
  const t = useMessages(askMessages);
  const { number, title, quote } = citation;
  return (
    <CitedPlace
      citation={citation}
      className="citation-mark"
      label={t.source(number, plainMathematics(title), plainMathematics(quote))}
    >
      [{number}]
    </CitedPlace>
  );
}
