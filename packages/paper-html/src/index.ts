export { FORMULA_STYLE_SHEET } from './formula-style.ts';
export { rendererVersion } from './renderer-version.ts';
export { renderBlock, type RenderedBlock } from './render-block.ts';
