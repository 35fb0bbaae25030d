export { realNumber } from './real-number.ts';
export {
  describeColumns,
  readSpectrum,
  SpectrumLines,
  UnreadableSpectrumError,
  type Spectrum,
  type SpectrumColumn,
} from './spectrum.ts';
