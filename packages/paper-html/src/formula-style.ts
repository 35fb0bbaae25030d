import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The style sheet that a page with formulas needs. It refers to its fonts in `fonts/` beside it. */
export const FORMULA_STYLE_SHEET = pathToFileURL(createRequire(import.meta.url).resolve('katex/dist/katex.min.css'));
