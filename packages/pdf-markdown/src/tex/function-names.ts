/** Upright names with a TeX command. `true` means that the operator has limits below it in displayed formulas. */
const OPERATORS: Readonly<Record<string, boolean>> = {
  arccos: false,
  arcsin: false,
  arctan: false,
  arg: false,
  cos: false,
  cosh: false,
  cot: false,
  coth: false,
  csc: false,
  deg: false,
  det: true,
  dim: false,
  exp: false,
  gcd: true,
  hom: false,
  inf: true,
  ker: false,
  lg: false,
  lim: true,
  liminf: true,
  limsup: true,
  ln: false,
  log: false,
  max: true,
  min: true,
  Pr: true,
  sec: false,
  sin: false,
  sinh: false,
  sup: true,
  tan: false,
  tanh: false,
};

/** All names with a TeX command. */
export const OPERATOR_NAMES: readonly string[] = Object.keys(OPERATORS);

const NAMES: ReadonlySet<string> = new Set(OPERATOR_NAMES);

export function isOperatorName(word: string): boolean {
  return NAMES.has(word);
}

/** Returns whether the operator has its limits above and below. */
export function takesLimits(word: string): boolean {
  return OPERATORS[word] === true;
}

/** Function names that are neither words nor units, as alternatives in a pattern. */
export const FUNCTIONS = 'arcsin|arccos|arctan|sinh|cosh|tanh|coth|sin|cos|tan|cot|log|ln|lg|exp|lim|det';
