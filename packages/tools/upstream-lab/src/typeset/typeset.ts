export { metricsOf, type Encoding } from './font-metrics.ts';
export { texOf, type Accent, type FormulaTree } from './formula-tree.ts';
export type { MathBox } from './math-box.ts';
export { mathCodeOf, SIGN_NAMES } from './math-codes.ts';
export { setFormula } from './set-formula.ts';
export { writeFormulaPdf, type PrintedFormula } from './formula-pdf.ts';
