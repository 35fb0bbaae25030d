import { Settings } from 'lucide-react';
import { lazy } from 'react';
import { defineMessages, useMessages } from '../messages.ts';
import { Button } from './button.tsx';
import { DeferredMenu } from './deferred-menu.tsx';
import type { SettingsActions } from './settings-menu.tsx';

const load = async () => await import('./settings-menu.tsx');
const SettingsMenu = lazy(async () => ({ default: (await load()).SettingsMenu }));

const messages = defineMessages({ settings: { en: 'Settings', zh: '设置' } });

/** Opens the settings: language, colours, accounts and, if signed in, sign-out. */
export function SettingsButton(actions: SettingsActions) {
  const t = useMessages(messages);
  return (
    <DeferredMenu
      load={load}
      button={(events) => (
        <Button kind="quiet" iconOnly aria-label={t.settings} {...events}>
          <Settings size={18} aria-hidden />
        </Button>
      )}
    >
      <SettingsMenu label={t.settings} {...actions} />
    </DeferredMenu>
  );
}
