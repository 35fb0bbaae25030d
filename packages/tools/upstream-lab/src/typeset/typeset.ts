export { metricsOf, type Encoding, type Family } from './font-metrics.ts';
export { texOf, type Accent, type FormulaTree, type Space } from './formula-tree.ts';
export type { MathBox } from './math-box.ts';
export { mathCodeOf, SIGN_NAMES } from './math-codes.ts';
export { setFormula } from './set-formula.ts';
export { COMPUTER_MODERN, displayStyle, textStyle, type FontSet } from './style.ts';
export { writeGlyphPdf, type PrintedCodes } from './glyph-pdf.ts';
export { writeFormulaPdf, type PrintedFormula } from './formula-pdf.ts';
export { writeTablePdf, type PrintedTable } from './table-pdf.ts';
