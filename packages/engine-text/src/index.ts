export { realNumber } from './real-number.ts';
export { describeColumns, readSpectrum, UnreadableSpectrum, type Spectrum, type SpectrumColumn } from './spectrum.ts';
