export { renderBlock, type BlockSource, type RenderedBlock, type RenderOptions } from './render-block.ts';
