import { language, LANGUAGES, useMessages, type Language } from '@almagest/ui/messages';
import { useStoredValue } from '@almagest/ui/stored-value';
import { theme } from '@almagest/ui/theme';
import { tellFault } from '@almagest/ui/notices';
import { useNavigate } from '@tanstack/react-router';
import { Check, Settings } from 'lucide-react';
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
  type Selection,
} from 'react-aria-components';
import { api } from '../api.ts';
import { queryClient } from '../query-client.ts';
import { shellMessages } from './messages.ts';
import '../menu.css';

/** Language, colours and the way out. */
export function SettingsMenu({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const t = useMessages(shellMessages);
  const chosenTheme = useStoredValue(theme);
  const chosenLanguage = useStoredValue(language);
  const signOut = useSignOut();
  return (
    <MenuTrigger>
      <Button className="button quiet icon-only" aria-label={t.settings}>
        <Settings size={18} aria-hidden />
      </Button>
      <Popover className="menu-popover" placement="bottom end">
        <Menu className="menu" onAction={(key) => void (key === 'sign-out' ? signOut() : undefined)}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[chosenLanguage]}
            onSelectionChange={(keys) => language.write(onlyKey(keys) as Language)}
          >
            <Header>{t.language}</Header>
            {Object.entries(LANGUAGES).map(([id, { name, tag }]) => (
              <Choice key={id} id={id} text={name} lang={tag} />
            ))}
          </MenuSection>
          <Separator />
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[chosenTheme]}
            onSelectionChange={(keys) => theme.write(onlyKey(keys) as typeof chosenTheme)}
          >
            <Header>{t.theme}</Header>
            {(['system', 'light', 'dark'] as const).map((id) => (
              <Choice key={id} id={id} text={t[id]} />
            ))}
          </MenuSection>
          {isSignedIn ? <Separator /> : null}
          {isSignedIn ? <MenuItem id="sign-out">{t.signOut}</MenuItem> : null}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function Choice({ id, text, lang }: { readonly id: string; readonly text: string; readonly lang?: string }) {
  return (
    <MenuItem id={id} textValue={text}>
      {({ isSelected }) => (
        <>
          <span className="menu-mark">{isSelected ? <Check size={16} aria-hidden /> : null}</span>
          <span lang={lang}>{text}</span>
        </>
      )}
    </MenuItem>
  );
}

function onlyKey(keys: Selection): string {
  return keys === 'all' ? '' : String([...keys][0]);
}

function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    try {
      await api.post('/logout');
    } catch (error) {
      tellFault(error);
      return;
    }
    await navigate({ to: '/login' });
    queryClient.clear();
  };
}
