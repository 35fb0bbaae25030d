import { counted } from '@almagest/ui/counted';
import { count } from '@almagest/ui/format';
import { defineMessages } from '@almagest/ui/messages';

export const artifactsMessages = defineMessages({
  title: { en: 'Artifacts', zh: '产物' },
  loading: { en: 'Loading files…', zh: '正在列出文件…' },
  none: {
    en: 'No files stored for this point. To keep files, set artifacts in the configuration.',
    zh: '该点没有保留文件。保留哪些由配置决定。',
  },
  more: {
    en: (n: number) => `Showing the first ${counted(n, 'file')}. Use gridctl to list all.`,
    zh: (n: number) => `仅显示前 ${count(n)} 个文件；gridctl 可列出全部。`,
  },
  file: { en: 'File', zh: '文件' },
  kind: { en: 'Kind', zh: '类型' },
  product: { en: 'Product', zh: '产品' },
  size: { en: 'Size', zh: '大小' },
  stored: { en: 'Stored', zh: '存储于' },
  draw: { en: 'Plot', zh: '绘图' },
  drawFile: { en: (file: string) => `Plot ${file}`, zh: (file: string) => `绘制 ${file}` },
  spectra: { en: 'Spectra', zh: '光谱' },
  loadingSpectra: { en: 'Loading spectra…', zh: '正在读取光谱…' },
  chartLabel: {
    en: (files: string) => `Flux against wavelength: ${files}`,
    zh: (files: string) => `${files} 的流量—波长图`,
  },
  flux: { en: 'Flux', zh: '流量' },
  reported: { en: 'as reported', zh: '原始值' },
  normalised: { en: 'divided by the continuum', zh: '除以连续谱' },
  normalisedFlux: { en: 'normalised flux', zh: '归一化流量' },
  scale: { en: 'Scale', zh: '刻度' },
  linear: { en: 'linear', zh: '线性' },
  logarithmic: { en: 'logarithmic', zh: '对数' },
  differs: {
    en: 'These spectra have different quantities or units. Choose spectra that match.',
    zh: '它们的物理量或单位不同，不能叠加绘制。',
  },
});
