import { defineMessages, language, LANGUAGES, useMessages, type Language } from '../messages.ts';
import { useStoredValue } from '../stored-value.ts';
import { theme } from '../theme.ts';
import { useQuery } from '@tanstack/react-query';
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
import { useOpenedAtOnce } from './deferred-menu.tsx';
import '../menu.css';

const messages = defineMessages({
  language: { en: 'Language', zh: '语言' },
  theme: { en: 'Colours', zh: '配色' },
  system: { en: 'System', zh: '跟随系统' },
  light: { en: 'Light', zh: '浅色' },
  dark: { en: 'Dark', zh: '深色' },
  accounts: { en: 'Accounts', zh: '账户' },
  signOut: { en: 'Sign out', zh: '退出登录' },
});

/** Items of the menu in addition to language and colours. */
export interface SettingsActions {
  readonly onAccounts?: (() => void) | undefined;
  readonly onSignOut?: (() => void) | undefined;
}

export function SettingsMenu({ label, onAccounts, onSignOut }: SettingsActions & { readonly label: string }) {
  const { ref, trigger, menu } = useOpenedAtOnce();
  const t = useMessages(messages);
  const chosenTheme = useStoredValue(theme);
  const chosenLanguage = useStoredValue(language);
  const actions = [
    { id: 'accounts', text: t.accounts, run: onAccounts },
    { id: 'sign-out', text: t.signOut, run: onSignOut },
  ].filter(({ run }) => run !== undefined);
  return (
    <MenuTrigger {...trigger}>
      <Button ref={ref} className="button quiet icon-only" aria-label={label}>
        <Settings size={18} aria-hidden />
      </Button>
      <Popover className="menu-popover" placement="bottom end">
        <Menu className="menu" {...menu} onAction={(key) => actions.find(({ id }) => id === key)?.run?.()}>
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
          {actions.length === 0 ? null : <Separator />}
          {actions.map(({ id, text }) => (
            <MenuItem key={id} id={id}>
              {text}
            </MenuItem>
          ))}
        </Menu>
        <VersionLine />
      </Popover>
    </MenuTrigger>
  );
}

function VersionLine() {
  const { data } = useQuery({ queryKey: ['build'], queryFn: readBuild, staleTime: Infinity });
  if (data === undefined) return null;
  const { version, commit } = data;
  return (
    <p className="menu-note">
      Almagest {version}
      {commit === null ? '' : ` (${commit.slice(0, 8)})`}
    </p>
  );
}

async function readBuild(): Promise<{ readonly version: string; readonly commit: string | null }> {
  const answer = await fetch('/healthz');
  return (await answer.json()) as Awaited<ReturnType<typeof readBuild>>;
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
