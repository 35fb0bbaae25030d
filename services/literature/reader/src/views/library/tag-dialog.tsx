import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { tagsQuery } from '../../queries/library.ts';
import { actionMessages } from './messages.ts';
import type { PaperActions } from './use-paper-actions.ts';

export interface SelectionDialogProps {
  readonly chosen: readonly string[];
  readonly actions: PaperActions;
  readonly onClose: () => void;
}

export function TagDialog({ chosen, actions, onClose }: SelectionDialogProps) {
  const a = useMessages(actionMessages);
  const { data: tags = [] } = useQuery(tagsQuery);
  const [name, setName] = useState('');
  const known = useId();
  const change = (kind: 'add' | 'remove') => {
    actions.tag(chosen, kind, name.trim());
    onClose();
  };
  return (
    <Dialog title={a.tagTitle(chosen.length)} onClose={onClose}>
      <Form onSubmit={() => change('add')}>
        <TextField
          label={a.tagName}
          list={known}
          maxLength={200}
          required
          autoFocus
          autoComplete="off"
          value={name}
          onChange={setName}
        />
        <datalist id={known}>
          {tags.map(({ name: tag }) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        <div className="dialog-buttons">
          <Button onClick={onClose}>{a.cancel}</Button>
          <Button isBlocked={!tags.some((tag) => tag.name === name.trim())} onClick={() => change('remove')}>
            {a.take}
          </Button>
          <Button type="submit" kind="primary" isBlocked={name.trim() === ''}>
            {a.give}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
