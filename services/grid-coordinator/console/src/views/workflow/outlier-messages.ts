import { defineMessages } from '@almagest/ui/messages';

export const outlierMessages = defineMessages({
  title: { en: 'Outliers', zh: '离群模型' },
  loading: { en: 'Loading outliers…', zh: '正在读取离群模型…' },
  notYet: { en: 'No models compared yet.', zh: '尚未比较模型。' },
  none: { en: 'No model has neighbours to compare it with.', zh: '没有可与邻点比较的模型。' },
  hint: {
    en: 'Models and spectra that differ most from what their neighbours predict.',
    zh: '与邻点的预测相差最大的模型和光谱。',
  },
  point: { en: 'Point', zh: '点' },
  quantity: { en: 'Largest residual', zh: '最大残差' },
  residual: { en: 'Residual', zh: '残差' },
  timesMedian: { en: 'Times the median', zh: '中位数的倍数' },
  predictions: { en: 'Predictions', zh: '预测数' },
  check: { en: 'Check', zh: '核对' },
  ask: { en: 'Check…', zh: '核对…' },
  checkPoint: { en: (point: string) => `Check ${point}`, zh: (point: string) => `核对 ${point}` },
  inWindow: {
    en: (quantity: string, product: string, from: string, to: string) => `${quantity}, ${product}, ${from} to ${to}`,
    zh: (quantity: string, product: string, from: string, to: string) => `${quantity}，${product}，${from} 至 ${to}`,
  },
  column_mass: { en: 'column mass', zh: '柱质量' },
  temperature: { en: 'temperature', zh: '温度' },
  electron_density: { en: 'electron density', zh: '电子密度' },
  mass_density: { en: 'mass density', zh: '质量密度' },
  populations: { en: 'population', zh: '占据数' },
  all_positive: { en: 'all quantities', zh: '全部量' },
  lines: { en: 'lines', zh: '谱线' },
  continuum: { en: 'continuum', zh: '连续谱' },
});
