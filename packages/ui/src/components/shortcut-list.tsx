import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { defineMessages, useMessages } from '../messages.ts';
import { useShortcut, useShortcuts } from '../shortcuts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import './shortcut-list.css';

const messages = defineMessages({
  shortcuts: { en: 'Keyboard shortcuts', zh: '键盘快捷键' },
  listShortcuts: { en: 'Show shortcuts', zh: '列出快捷键' },
  close: { en: 'Close', zh: '关闭' },
});

/** Shows the keyboard shortcuts of the page, with a button and the key `?`. */
export function Shortcuts() {
  const t = useMessages(messages);
  const [isOpen, setOpen] = useState(false);
  useShortcut('?', t.listShortcuts, () => setOpen(true));
  return (
    <>
      <Button kind="quiet" iconOnly aria-label={t.shortcuts} title={`${t.shortcuts} (?)`} onClick={() => setOpen(true)}>
        <Keyboard size={18} aria-hidden />
      </Button>
      {isOpen ? <ShortcutList onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages(messages);
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
