export { realNumber } from './real-number.ts';
export {
  describeColumns,
  readSpectrum,
  SpectrumLines,
  UnreadableSpectrum,
  type Spectrum,
  type SpectrumColumn,
} from './spectrum.ts';
