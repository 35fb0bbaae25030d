import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { useMessages } from '@almagest/ui/messages';
import { useShortcuts } from '@almagest/ui/shortcuts';
import { shellMessages } from './messages.ts';
import './shortcut-list.css';

/** The shortcuts of the page that is shown. */
export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages(shellMessages);
  return (
    <Dialog title={t.shortcuts} onClose={onClose}>
      <dl className="shortcut-list">
        {useShortcuts().map(({ keys, label }) => (
          <div key={keys} style={{ display: 'contents' }}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <div className="dialog-buttons">
        <Button kind="primary" autoFocus onClick={onClose}>
          {t.close}
        </Button>
      </div>
    </Dialog>
  );
}
