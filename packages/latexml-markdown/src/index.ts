export { classifyPage, type PageClass, type PageFault } from './classify-page.ts';
