import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { useMessages } from '@almagest/ui/messages';
import { paperMessages } from './messages.ts';

export interface Picture {
  readonly src: string;
  readonly text: string;
}

/** A figure as large as the window. */
export function PictureDialog({ src, text, onClose }: Picture & { readonly onClose: () => void }) {
  const t = useMessages(paperMessages);
  return (
    <Dialog title={text === '' ? t.picture : text} onClose={onClose}>
      <div className="large-picture">
        <img src={src} alt={text} />
      </div>
      <div className="dialog-buttons">
        <Button kind="primary" autoFocus onClick={onClose}>
          {t.closePicture}
        </Button>
      </div>
    </Dialog>
  );
}
