import { defineMessages } from '@almagest/ui/messages';

export const sharingMessages = defineMessages({
  share: { en: 'Share…', zh: '共享…' },
  shareTitle: { en: (name: string) => `Share ${name}`, zh: (name: string) => `共享 ${name}` },
  whoSees: { en: 'Who can see it', zh: '可见范围' },
  onlyMe: { en: 'Only me', zh: '仅自己' },
  everyone: { en: 'Everyone', zh: '所有人' },
  edited: {
    en: (group: string) => `${group}, editors can change it`,
    zh: (group: string) => `${group}（编辑者可修改）`,
  },
  otherGroup: { en: 'another group', zh: '其他群组' },
  withEveryone: { en: 'Shared with everyone', zh: '与所有人共享' },
  withGroup: { en: (group: string) => `Shared with ${group}`, zh: (group: string) => `与 ${group} 共享` },
  by: { en: (owner: string) => `By ${owner}`, zh: (owner: string) => `所有者：${owner}` },
  readOnly: { en: 'read only', zh: '只读' },
  shared: { en: 'Sharing saved.', zh: '共享设置已保存。' },
  save: { en: 'Save', zh: '保存' },
  cancel: { en: 'Cancel', zh: '取消' },
});
