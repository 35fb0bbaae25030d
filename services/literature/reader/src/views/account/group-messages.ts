import { defineMessages } from '@almagest/ui/messages';

export const groupMessages = defineMessages({
  groups: { en: 'Groups', zh: '群组' },
  loading: { en: 'Loading groups…', zh: '正在加载群组…' },
  none: {
    en: 'No groups yet. An administrator creates them and adds people. Members share notes and collections.',
    zh: '尚无群组。管理员可创建群组并添加用户，成员之间可共享笔记和文献集。',
  },
  newGroup: { en: 'New group', zh: '新建群组' },
  rename: { en: 'Rename…', zh: '重命名…' },
  renameTitle: { en: (name: string) => `Rename ${name}`, zh: (name: string) => `重命名 ${name}` },
  create: { en: 'Create', zh: '创建' },
  save: { en: 'Save', zh: '保存' },
  more: { en: (name: string) => `More actions for ${name}`, zh: (name: string) => `${name} 的更多操作` },
  delete: { en: 'Delete…', zh: '删除…' },
  deleteTitle: { en: (name: string) => `Delete ${name}`, zh: (name: string) => `删除 ${name}` },
  deleteWhy: {
    en: 'Only the owners will still see what was shared with this group.',
    zh: '此后只有所有者能看到与该群组共享的内容。',
  },
  members: {
    en: (group: string) => `Members of ${group}`,
    zh: (group: string) => `${group} 的成员`,
  },
  noMembers: { en: 'No members yet.', zh: '尚无成员。' },
  person: { en: 'Person', zh: '用户' },
  role: { en: 'Role in the group', zh: '群组角色' },
  roleOf: {
    en: (person: string, group: string) => `Role of ${person} in ${group}`,
    zh: (person: string, group: string) => `${person} 在 ${group} 中的角色`,
  },
  member: { en: 'member', zh: '成员' },
  editor: { en: 'editor', zh: '编辑者' },
  actions: { en: 'Actions', zh: '操作' },
  remove: {
    en: (person: string, group: string) => `Remove ${person} from ${group}`,
    zh: (person: string, group: string) => `将 ${person} 移出 ${group}`,
  },
  removeShort: { en: 'Remove', zh: '移除' },
  removeWhy: {
    en: 'This person no longer sees what others have shared with the group.',
    zh: '该用户将不再看到他人与此群组共享的内容。',
  },
  addTo: { en: (group: string) => `Add to ${group}`, zh: (group: string) => `添加到 ${group}` },
  choose: { en: 'Choose a person', zh: '选择用户' },
  add: { en: 'Add', zh: '添加' },
});
