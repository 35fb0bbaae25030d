import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import { useState } from 'react';
import { sidebarMessages } from './messages.ts';

export interface NameDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly name?: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

export function NameDialog({ title, confirm, name = '', onName, onClose }: NameDialogProps) {
  const t = useMessages(sidebarMessages);
  const [text, setText] = useState(name);
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        onSubmit={() => {
          onName(text.trim());
          onClose();
        }}
      >
        <TextField
          label={t.name}
          maxLength={200}
          required
          autoFocus
          autoComplete="off"
          value={text}
          onChange={setText}
        />
        <div className="dialog-buttons">
          <Button onClick={onClose}>{t.close}</Button>
          <Button type="submit" kind="primary" isBlocked={text.trim() === ''}>
            {confirm}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
