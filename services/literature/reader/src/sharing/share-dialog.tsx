import type { ObjectSharing, SharedKind } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import { useState } from 'react';
import { sharingMessages } from './messages.ts';
import { SharingField } from './sharing-field.tsx';
import { useShare } from './use-share.ts';

export interface ShareDialogProps {
  readonly kind: SharedKind;
  readonly id: number | string;
  readonly name: string;
  readonly sharing: ObjectSharing | null;
  readonly onClose: () => void;
}

/** Asks with whom to share an object. */
export function ShareDialog({ kind, id, name, sharing, onClose }: ShareDialogProps) {
  const t = useMessages(sharingMessages);
  const share = useShare(kind);
  const [chosen, setChosen] = useState(sharing);
  return (
    <Dialog title={t.shareTitle(name)} onClose={onClose}>
      <Form
        onSubmit={() => {
          share([id], chosen);
          onClose();
        }}
      >
        <SharingField label={t.whoSees} sharing={chosen} onChange={setChosen} />
        <div className="dialog-buttons">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary">
            {t.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
