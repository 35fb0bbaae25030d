import { defineMessages } from '@almagest/ui/messages';

export const interpolatedMessages = defineMessages({
  title: { en: 'Interpolated spectrum', zh: '插值光谱' },
  hint: {
    en: 'Interpolates the spectrum for any parameters inside the grid and estimates its error at each wavelength.',
    zh: '对网格内任意参数插值光谱，并估计各波长处的误差。',
  },
  product: { en: 'Product', zh: '产品' },
  noProduct: { en: 'without a name', zh: '无名称' },
  plot: { en: 'Plot', zh: '绘图' },
  notNumber: { en: 'Enter a number.', zh: '请输入数字。' },
  loading: { en: 'Interpolating…', zh: '正在插值…' },
  spectrumLabel: {
    en: 'Interpolated flux against wavelength, with its estimated error',
    zh: '插值流量与波长，及其估计误差',
  },
  flux: { en: 'flux', zh: '流量' },
  below: { en: 'flux minus error', zh: '流量减误差' },
  above: { en: 'flux plus error', zh: '流量加误差' },
  error: { en: 'Error', zh: '误差' },
  errorLabel: { en: 'Relative error against wavelength', zh: '相对误差与波长' },
  percent: { en: 'error, %', zh: '误差，%' },
  estimate: { en: 'estimate', zh: '估计' },
  largest: { en: 'largest error of a prediction', zh: '单次预测的最大值' },
  summary: {
    en: (method: string, error: string) => `${method}, estimated error ${error}`,
    zh: (method: string, error: string) => `${method}；估计误差 ${error}`,
  },
  notJudged: {
    en: (axes: string) => `No estimate along ${axes}: too few values to predict a point.`,
    zh: (axes: string) => `${axes} 方向的值太少，无法估计误差。`,
  },
  stored: {
    en: 'The parameters match a grid point, so this is its stored spectrum.',
    zh: '这些参数是一个网格点，所示为其已存储的光谱。',
  },
});
