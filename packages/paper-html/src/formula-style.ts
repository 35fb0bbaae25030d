import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The style sheet that a page with formulas needs; it names its fonts, which lie in `fonts/` beside it. */
export const FORMULA_STYLE_SHEET = pathToFileURL(createRequire(import.meta.url).resolve('katex/dist/katex.min.css'));
