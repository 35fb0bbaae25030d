import { plainAtom, type Atom } from './atom.ts';
import { fenceBox, onAxis } from './delimiters.ts';
import { metricsOf } from './font-metrics.ts';
import type { FormulaTree } from './formula-tree.ts';
import { alignedBox, casesBox, gridBox } from './grids.ts';
import { EMPTY_BOX, glyphBox, kern, sideBySide, type MathBox } from './math-box.ts';
import { largeCode, mathCodeOf, type AtomClass } from './math-codes.ts';
import { accentBox, fractionBox, lineBox, rootBox } from './constructs.ts';
import { limitsBox, scriptsBox } from './scripts.ts';
import {
  DELIMITER_FACTOR,
  DISPLAY,
  parameter,
  SHORTFALL,
  sizeOf,
  spaceBetween,
  withUnary,
  type Style,
} from './style.ts';

/** Sets a formula by the rules of appendix G of The TeXbook. */
export function setFormula(tree: FormulaTree, style: Style = DISPLAY): MathBox {
  const atoms = itemsOf(tree).map((item) => setAtom(item, style));
  return joinAtoms(atoms, style);
}

/** Sets the right side of a row of aligned formulas, whose relation has its space on the left. */
function setContinued(tree: FormulaTree, style: Style): MathBox {
  return joinAtoms([plainAtom(EMPTY_BOX), ...itemsOf(tree).map((item) => setAtom(item, style))], style);
}

function joinAtoms(atoms: readonly Atom[], style: Style): MathBox {
  const classes = withUnary(atoms.map((atom) => atom.class));
  return sideBySide(
    atoms.flatMap(({ box }, i) => {
      const [before, own] = [classes[i - 1], classes[i] as AtomClass];
      return before ? [kern(spaceBetween(before, own, style)), box] : [box];
    }),
  );
}

function itemsOf(tree: FormulaTree): FormulaTree[] {
  return tree.kind === 'row' ? tree.items.flatMap(itemsOf) : [tree];
}

/** Sets one atom with its scripts. */
function setAtom(tree: FormulaTree, style: Style): Atom {
  if (tree.kind === 'scripts') return setScripts(tree, style);
  const atom = setNucleus(tree, style);
  return { ...atom, box: { ...atom.box, width: atom.box.width + atom.italic } };
}

function setScripts({ base, sub, sup }: Extract<FormulaTree, { kind: 'scripts' }>, style: Style): Atom {
  const atom = setNucleus(base, style);
  const box = (atom.hasLimits ? limitsBox : scriptsBox)(atom, { sub, sup }, style, setFormula);
  return { ...atom, box, isCharacter: false, italic: 0 };
}

type Of<Kind extends FormulaTree['kind']> = Extract<FormulaTree, { kind: Kind }>;
type Setters = { readonly [Kind in FormulaTree['kind']]: (tree: Of<Kind>, style: Style) => Atom };

const NUCLEI: Setters = {
  sign: ({ name }, style) => setSign(name, style),
  word: ({ text }, style) => setWord(text, style),
  row: (tree, style) => plainAtom(setFormula(tree, style)),
  scripts: (tree, style) => plainAtom(setFormula(tree, style)),
  fraction: (tree, style) => plainAtom(fractionBox(tree, style, setFormula), 'inner'),
  binomial: (tree, style) => plainAtom(fractionBox(tree, style, setFormula), 'inner'),
  root: (tree, style) => plainAtom(rootBox(tree, style, setFormula)),
  accent: setAccent,
  fence: ({ left, right, inside }, style) =>
    plainAtom(enclosed(left, setFormula(inside, style), right, style), 'inner'),
  matrix: ({ left, right, rows }, style) => plainAtom(enclosed(left, gridBox(rows, setFormula), right, style), 'inner'),
  cases: ({ rows }, style) => plainAtom(enclosed('{', casesBox(rows, setFormula), '', style), 'inner'),
  aligned: ({ rows }) => plainAtom(alignedBox(rows, setFormula, setContinued)),
};

function setNucleus(tree: FormulaTree, style: Style): Atom {
  return (NUCLEI[tree.kind] as (tree: FormulaTree, style: Style) => Atom)(tree, style);
}

function setAccent(tree: Of<'accent'>, style: Style): Atom {
  const { name, of } = tree;
  if (name === 'overline' || name === 'underline') return plainAtom(lineBox(tree, style, setFormula));
  const letter = of.kind === 'sign' ? setSign(of.name, style) : plainAtom(setFormula(of, style));
  return { ...plainAtom(accentBox(tree, letter, style)), isCharacter: letter.isCharacter };
}

/** Large operators are larger in displays, and centred on the axis (rule 13). */
function setSign(name: string, style: Style): Atom {
  const { class: of, encoding, code } = mathCodeOf(name);
  const size = encoding === 'OMX' ? 10 : sizeOf(style);
  const own = of === 'op' && style.level === 0 ? largeCode(code) : code;
  const box = glyphBox(encoding, own, size);
  return {
    box: of === 'op' ? onAxis(box, style) : box,
    class: of,
    isCharacter: of !== 'op',
    italic: metricsOf(encoding, own, size).italic,
    hasLimits: of === 'op' && style.level === 0 && name !== 'int' && name !== 'oint',
  };
}

const OPERATORS: Readonly<Record<string, boolean>> = {
  sin: false,
  cos: false,
  exp: false,
  log: false,
  ln: false,
  lim: true,
  max: true,
  min: true,
  det: true,
};

function setWord(text: string, style: Style): Atom {
  const box = sideBySide(text.split('').map((letter) => glyphBox('OT1', letter.charCodeAt(0), sizeOf(style))));
  return {
    ...plainAtom(box, text in OPERATORS ? 'op' : 'ord'),
    hasLimits: style.level === 0 && OPERATORS[text] === true,
  };
}

/** Puts delimiters around a box that are almost as tall (rule 19). */
function enclosed(left: string, inside: MathBox, right: string, style: Style): MathBox {
  const axis = parameter('axis', style);
  const reach = Math.max(inside.height - axis, inside.depth + axis);
  const least = Math.max(2 * DELIMITER_FACTOR * reach, 2 * reach - SHORTFALL);
  return sideBySide([fenceBox(left, least, style), inside, fenceBox(right, least, style)]);
}
