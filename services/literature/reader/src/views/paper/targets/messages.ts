import { counted } from '@almagest/ui/counted';
import { defineMessages } from '@almagest/ui/messages';

export const targetMessages = defineMessages({
  targets: { en: 'Targets', zh: '天体' },
  name: { en: 'Object name', zh: '天体名称' },
  lookUp: { en: 'Look up', zh: '查询' },
  lookUpName: { en: (name: string) => `Look up ${name}`, zh: (name: string) => `查询 ${name}` },
  lookingUp: { en: (name: string) => `Looking up ${name}…`, zh: (name: string) => `正在查询 ${name}…` },
  link: { en: 'Link to this paper', zh: '关联到本文' },
  isLinked: { en: 'Linked to this paper', zh: '已关联到本文' },
  linked: {
    en: (name: string) => `Linked ${name} to this paper.`,
    zh: (name: string) => `已将 ${name} 关联到本文。`,
  },
  position: { en: 'Position (ICRS)', zh: '位置（ICRS）' },
  degrees: { en: 'In degrees', zh: '以度表示' },
  objectType: { en: 'Type', zh: '类型' },
  spectralType: { en: 'Spectral type', zh: '光谱型' },
  magnitudes: { en: 'Magnitudes', zh: '星等' },
  parallax: { en: 'Parallax', zh: '视差' },
  distance: { en: 'Distance from parallax', zh: '由此得距离' },
  velocity: { en: 'Radial velocity', zh: '视向速度' },
  aliases: { en: 'Other names', zh: '其他名称' },
  resolver: { en: 'Found in', zh: '数据来源' },
  ofPaper: { en: 'Linked to this paper', zh: '本文关联的天体' },
  loadingLinked: { en: 'Loading objects…', zh: '正在加载天体…' },
  noneLinked: { en: 'No linked objects yet. Look up an object and link it to this paper.', zh: '本文尚未关联天体。' },
  others: {
    en: (number: number) => `also in ${counted(number, 'other paper')}`,
    zh: (number: number) => `另见 ${number} 篇论文`,
  },
  inText: { en: 'Named in the text', zh: '正文中的名称' },
  searching: { en: 'Searching the text…', zh: '正在检索正文…' },
  noneInText: { en: 'No object names found in the text.', zh: '正文中没有可识别的天体名称。' },
  notParsed: { en: 'No text yet. Parse the paper to find object names.', zh: '论文解析后即可查找名称。' },
  times: { en: (number: number) => counted(number, 'time'), zh: (number: number) => `${number} 次` },
  show: { en: (name: string) => `Show ${name} in the text`, zh: (name: string) => `在正文中显示 ${name}` },
  notShown: {
    en: (name: string) => `${name} is not in the text shown.`,
    zh: (name: string) => `在显示的正文中没有找到 ${name}。`,
  },
  linkAll: { en: 'Look up and link all', zh: '全部查询并关联' },
  linkedAll: {
    en: (known: number, all: number) => `Linked ${known} of ${counted(all, 'name')}.`,
    zh: (known: number, all: number) => `${all} 个名称中有 ${known} 个已查到并关联。`,
  },
});
