import { defineMessages } from '@almagest/ui/messages';

export const shellMessages = defineMessages({
  skip: { en: 'Skip to the content', zh: '跳到正文' },
  navigation: { en: 'Console', zh: '控制台' },
  overview: { en: 'Overview', zh: '总览' },
  nodes: { en: 'Nodes', zh: '节点' },
  seeds: { en: 'Seeds', zh: '种子' },
  newWorkflow: { en: 'New workflow', zh: '新建工作流' },
  live: { en: 'live', zh: '实时' },
  reconnecting: { en: 'reconnecting…', zh: '正在重新连接…' },
  settings: { en: 'Settings', zh: '设置' },
  language: { en: 'Language', zh: '语言' },
  theme: { en: 'Colours', zh: '配色' },
  system: { en: 'As the system', zh: '跟随系统' },
  light: { en: 'Light', zh: '浅色' },
  dark: { en: 'Dark', zh: '深色' },
  signOut: { en: 'Sign out', zh: '退出登录' },
  shortcuts: { en: 'Keyboard shortcuts', zh: '键盘快捷键' },
  listShortcuts: { en: 'List the shortcuts', zh: '列出快捷键' },
  close: { en: 'Close', zh: '关闭' },
  missing: { en: 'There is no such page', zh: '没有这个页面' },
  missingWhy: {
    en: 'The address may have been cut, or it is of something that was deleted.',
    zh: '地址可能不完整，或者所指的内容已被删除。',
  },
  toOverview: { en: 'Go to the overview', zh: '前往总览' },
  loading: { en: 'The page is being loaded…', zh: '正在加载页面…' },
});
