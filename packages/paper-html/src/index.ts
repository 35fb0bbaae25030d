export { rendererVersion } from './renderer-version.ts';
export { renderBlock, type RenderedBlock } from './render-block.ts';
