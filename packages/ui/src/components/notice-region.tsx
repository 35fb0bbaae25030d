import { X } from 'lucide-react';
import { defineMessages, useMessages } from '../messages.ts';
import { dismiss, useNotices } from '../notices.ts';
import { Button } from './button.tsx';
import './notice-region.css';

const messages = defineMessages({
  region: { en: 'Notices', zh: '通知' },
  undo: { en: 'Undo', zh: '撤销' },
  close: { en: 'Close notice', zh: '关闭此通知' },
});

/** Shows the notices of `tellDone` and `tellFault`. Rendered once for each page. */
export function NoticeRegion() {
  const t = useMessages(messages);
  return (
    <div className="notices" role="region" aria-label={t.region} aria-live="polite">
      {useNotices().map(({ id, kind, text, undo }) => (
        <div key={id} className={`notice ${kind}`} role={kind === 'fault' ? 'alert' : undefined}>
          <p>{text}</p>
          {undo === undefined ? null : (
            <Button
              onClick={() => {
                dismiss(id);
                undo();
              }}
            >
              {t.undo}
            </Button>
          )}
          <Button kind="quiet" iconOnly aria-label={t.close} onClick={() => dismiss(id)}>
            <X size={16} aria-hidden />
          </Button>
        </div>
      ))}
    </div>
  );
}
