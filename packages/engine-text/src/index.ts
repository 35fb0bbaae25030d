export { realNumber } from './real-number.ts';
export { readSpectrum, UnreadableSpectrum, type Spectrum, type SpectrumColumn } from './spectrum.ts';
