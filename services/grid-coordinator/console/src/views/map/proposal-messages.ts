import { counted } from '@almagest/ui/counted';
import { count } from '@almagest/ui/format';
import { defineMessages } from '@almagest/ui/messages';

export const proposalMessages = defineMessages({
  title: { en: 'Proposed points', zh: '建议的点' },
  show: { en: 'Propose points', zh: '建议新点' },
  hide: { en: 'Hide', zh: '隐藏' },
  hint: {
    en: 'Circles on the map are proposed points near failures and large residuals. Choose points to add to the configuration.',
    zh: '可细化网格的点：位于失败点的半途，以及与邻近模型不符的模型之间。图上为圆圈。选择不会保存或启动任何内容。',
  },
  kind: { en: 'Near', zh: '围绕' },
  all: { en: 'failures and residuals', zh: '失败与残差' },
  failure: { en: 'failures', zh: '失败' },
  residual: { en: 'residuals', zh: '残差' },
  loading: { en: 'Loading proposed points…', zh: '正在寻找可细化网格的点…' },
  none: {
    en: 'No proposed points in these ranges. Widen the ranges to include failures or large residuals.',
    zh: '此处没有建议：范围内没有与已收敛点相邻的失败点，也没有与邻近模型差异较大的模型。',
  },
  shown: {
    en: (n: number, failures: number, residuals: number) =>
      `Showing ${counted(n, 'point')}. Found ${count(failures)} near failures and ${count(residuals)} near large residuals.`,
    zh: (n: number, failures: number, residuals: number) =>
      `显示 ${count(n)} 个点；失败周围 ${count(failures)} 个，残差周围 ${count(residuals)} 个`,
  },
  chooseAll: { en: 'Choose all', zh: '全选所示' },
  chooseNone: { en: 'Choose none', zh: '全不选' },
  take: {
    en: (n: number) => `Add ${counted(n, 'point')} to the configuration…`,
    zh: (n: number) => `将 ${count(n)} 个点加入配置…`,
  },
  taken: {
    en: (n: number) => `${counted(n, 'point')} added to a draft. Check the changes, then save.`,
    zh: (n: number) => `已将 ${count(n)} 个点加入草稿。请查看差异后保存。`,
  },
  replaceAsk: {
    en: (name: string) => `Replace the unsaved draft of ${name}?`,
    zh: (name: string) => `替换 ${name} 未保存的草稿？`,
  },
  replaceWhy: {
    en: 'This adds the points to the saved configuration and discards your unsaved changes.',
    zh: '这些点将加入已保存的配置；您已输入但未保存的内容将被替换。',
  },
  replace: { en: 'Replace draft', zh: '替换草稿' },
  halfWayToFailed: {
    en: (axis: string, point: string, neighbour: string) =>
      `Halfway on ${axis} between ${neighbour} (converged) and ${point} (failed)`,
    zh: (axis: string, point: string, neighbour: string) =>
      `在 ${axis} 上位于有模型的 ${neighbour} 与失败的 ${point} 之间`,
  },
  betweenOutliers: {
    en: (axis: string, point: string, neighbour: string) =>
      `Halfway on ${axis} between ${point} and ${neighbour}, which have large residuals`,
    zh: (axis: string, point: string, neighbour: string) => `在 ${axis} 上位于残差较大的 ${point} 与 ${neighbour} 之间`,
  },
  residuals: {
    en: (own: string, other: string) => `residuals ${own} and ${other}`,
    zh: (own: string, other: string) => `残差 ${own} 与 ${other}`,
  },
  moreReasons: {
    en: (n: number) => `and ${counted(n, 'more reason')}`,
    zh: (n: number) => `以及另外 ${count(n)} 个理由`,
  },
  seed: {
    en: (name: string, steps: string) => `seed ${name}, ${steps} steps away`,
    zh: (name: string, steps: string) => `种子 ${name}，相距 ${steps} 步`,
  },
  noSeed: { en: 'no seed available', zh: '附近没有种子' },
  seedsWent: {
    en: (converged: number, tried: number) =>
      `${count(converged)} of ${count(tried)} attempts from similar seeds converged`,
    zh: (converged: number, tried: number) => `此类尝试 ${count(tried)} 次中 ${count(converged)} 次收敛`,
  },
  wave: {
    en: (wave: number, gamma: string) => `wave ${wave}, Γₑ ${gamma}`,
    zh: (wave: number, gamma: string) => `批次 ${wave}，Γₑ ${gamma}`,
  },
  here: { en: (name: string) => `Proposed: ${name}`, zh: (name: string) => `建议：${name}` },
});
