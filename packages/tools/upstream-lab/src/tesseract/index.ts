export { TesseractStandIn } from './stand-in.ts';
export { setImageLines, tesseractTable, type ImageWord } from './table.ts';
