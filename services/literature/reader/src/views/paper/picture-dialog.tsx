import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { useMessages } from '@almagest/ui/messages';
import { lazy, Suspense } from 'react';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import type { Picture } from './figures/figure-questions.tsx';
import { paperMessages } from './messages.ts';

// Loaded on demand. Viewing an image doesn't need the Markdown renderer.
const FigureQuestions = lazy(async () => ({
  default: (await import('./figures/figure-questions.tsx')).FigureQuestions,
}));

/** Shows a figure as large as the window, with questions about it. */
export function PictureDialog({ onClose, ...picture }: Picture & { readonly onClose: () => void }) {
  const t = useMessages(paperMessages);
  const { src, text } = picture;
  return (
    <Dialog title={text === '' ? t.picture : <TextWithFormulas text={text} />} onClose={onClose}>
      <div className="large-picture">
        <img src={src} alt={text} />
      </div>
      <Suspense>
        <FigureQuestions picture={picture} />
      </Suspense>
      <div className="dialog-buttons">
        <Button kind="primary" autoFocus onClick={onClose}>
          {t.closePicture}
        </Button>
      </div>
    </Dialog>
  );
}
