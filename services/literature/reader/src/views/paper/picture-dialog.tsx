import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { useMessages } from '@almagest/ui/messages';
import { lazy, Suspense } from 'react';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { paperMessages } from './messages.ts';

// What sets answers is not needed for looking at a picture.
const FigureQuestions = lazy(async () => ({
  default: (await import('./figures/figure-questions.tsx')).FigureQuestions,
}));

export interface Picture {
  readonly src: string;
  readonly text: string;
  /** The name of its file, by which it is asked about. */
  readonly figure: string;
  /** The block in which it stands. */
  readonly block: number;
}

/** A figure as large as the window, and questions about it. */
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
