import type { Language } from '@almagest/ui/messages';
import { MessageCircleQuestionMark, Network, Orbit, Quote, StickyNote, type LucideIcon } from 'lucide-react';
import { lazy, type ComponentType } from 'react';
import { askMessages } from '../ask/messages.ts';
import { paperMessages } from './messages.ts';
import { noteMessages } from './notes/messages.ts';
import { relatedMessages } from './related/messages.ts';
import { targetMessages } from './targets/messages.ts';

/**
 * A panel of the right pane. To add one, write a component without props that uses `useOpenPaper`, and list it here. It
 * is loaded when first opened, and gets an address (`right=<id>`), a tab and a key.
 */
export interface PaperPanel {
  /** Lower-case letters. */
  readonly id: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly icon: LucideIcon;
  readonly keys: string;
  readonly Content: ComponentType;
}

export const PANELS: readonly PaperPanel[] = [
  {
    id: 'notes',
    title: noteMessages.notes,
    icon: StickyNote,
    keys: 'p n',
    Content: lazy(async () => ({ default: (await import('./notes/notes-panel.tsx')).NotesPanel })),
  },
  {
    id: 'citations',
    title: paperMessages.citations,
    icon: Quote,
    keys: 'p c',
    Content: lazy(async () => ({ default: (await import('./citations/citations-panel.tsx')).CitationsPanel })),
  },
  {
    id: 'related',
    title: relatedMessages.related,
    icon: Network,
    keys: 'p r',
    Content: lazy(async () => ({ default: (await import('./related/related-panel.tsx')).RelatedPanel })),
  },
  {
    id: 'ask',
    title: askMessages.ask,
    icon: MessageCircleQuestionMark,
    keys: 'p q',
    Content: lazy(async () => ({ default: (await import('../ask/ask-panel.tsx')).AskPanel })),
  },
  {
    id: 'targets',
    title: targetMessages.targets,
    icon: Orbit,
    keys: 'p t',
    Content: lazy(async () => ({ default: (await import('./targets/targets-panel.tsx')).TargetsPanel })),
  },
];
