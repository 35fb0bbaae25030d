import { plainAtom, type Atom } from './atom.ts';
import { fenceBox, onAxis } from './delimiters.ts';
import { metricsOf } from './font-metrics.ts';
import type { FormulaTree, Space } from './formula-tree.ts';
import { alignedLines, casesBox, gridBox, substackBox } from './grids.ts';
import { EMPTY_BOX, glyphBox, kern, overlaid, sideBySide, type MathBox } from './math-box.ts';
import { largeCode, mathCodeOf, type AtomClass } from './math-codes.ts';
import { accentBox, braceBox, fractionBox, lineBox, rootBox } from './constructs.ts';
import { limitsBox, scriptsBox } from './scripts.ts';
import { DELIMITER_FACTOR, parameter, SHORTFALL, sizeOf, spaceBetween, withUnary, type Style } from './style.ts';

/** Typesets a formula by the rules of appendix G of The TeXbook. */
export function setFormula(tree: FormulaTree, style: Style): MathBox {
  const atoms = itemsOf(tree).map((item) => setAtom(item, style));
  return joinAtoms(atoms, style);
}

/** Typesets the right side of a row of aligned formulas. The relation at its start has space on the left. */
export function setContinued(tree: FormulaTree, style: Style): MathBox {
  return joinAtoms([plainAtom(EMPTY_BOX), ...itemsOf(tree).map((item) => setAtom(item, style))], style);
}

function joinAtoms(atoms: readonly Atom[], style: Style): MathBox {
  const printed = atoms.filter((atom) => atom.isSpace !== true);
  const classes = withUnary(printed.map((atom) => atom.class));
  return sideBySide(
    atoms.flatMap((atom) => {
      const at = printed.indexOf(atom);
      const [before, own] = [classes[at - 1], classes[at] as AtomClass];
      return before ? [kern(spaceBetween(before, own, style)), atom.box] : [atom.box];
    }),
  );
}

function itemsOf(tree: FormulaTree): FormulaTree[] {
  return tree.kind === 'row' ? tree.items.flatMap(itemsOf) : [tree];
}

function setAtom(tree: FormulaTree, style: Style): Atom {
  if (tree.kind === 'scripts') return setScripts(tree, style);
  const atom = setNucleus(tree, style);
  return { ...atom, box: { ...atom.box, width: atom.box.width + atom.italic } };
}

function setScripts({ base, sub, sup }: Extract<FormulaTree, { kind: 'scripts' }>, style: Style): Atom {
  const atom = setNucleus(base, style);
  const box = atom.hasLimits
    ? limitsBox(atom, { under: sub, over: sup }, style, setFormula)
    : scriptsBox(atom, { sub, sup }, style, setFormula);
  return { ...atom, box, isCharacter: false, italic: 0 };
}

type Of<Kind extends FormulaTree['kind']> = Extract<FormulaTree, { kind: Kind }>;
type Setters = { readonly [Kind in FormulaTree['kind']]: (tree: Of<Kind>, style: Style) => Atom };

const NUCLEI: Setters = {
  sign: ({ name }, style) => setSign(name, style),
  word: ({ text }, style) => setWord(text, style),
  text: ({ text }, style) => plainAtom(textBox(text, style)),
  space: ({ name }, style) => ({ ...plainAtom(kern((UNITS[name] / 18) * parameter('quad', style))), isSpace: true }),
  row: (tree, style) => plainAtom(setFormula(tree, style)),
  scripts: (tree, style) => plainAtom(setFormula(tree, style)),
  fraction: (tree, style) => plainAtom(fractionBox(tree, style, setFormula), 'inner'),
  displayed: ({ of }, style) => plainAtom(setFormula(of, { ...style, level: 0 })),
  binomial: (tree, style) => plainAtom(fractionBox(tree, style, setFormula), 'inner'),
  root: (tree, style) => plainAtom(rootBox(tree, style, setFormula)),
  accent: setAccent,
  noted: ({ side, of, note }, style) => {
    const { class: own } = setAtom(of, style);
    return plainAtom(limitsBox(plainAtom(setFormula(of, style)), { [side]: note }, style, setFormula), own);
  },
  brace: ({ side, of, note }, style) => {
    const braced = plainAtom(braceBox(side, setFormula(of, { ...style, level: 0 }), style));
    return plainAtom(limitsBox(braced, { [side]: note }, style, setFormula), 'op');
  },
  substack: ({ rows }, style) => plainAtom(substackBox(rows, style, setFormula)),
  fence: ({ left, right, inside }, style) =>
    plainAtom(enclosed(left, setFormula(inside, style), right, style), 'inner'),
  matrix: ({ left, right, rows }, style) =>
    plainAtom(enclosed(left, gridBox(rows, style.fonts, setFormula), right, style), 'inner'),
  cases: ({ rows }, style) => plainAtom(enclosed('{', casesBox(rows, style.fonts, setFormula), '', style), 'inner'),
  aligned: ({ rows }, style) => {
    const lines = alignedLines(rows, style.fonts, setFormula, setContinued).map(({ box }) => box);
    return plainAtom(overlaid(lines, Math.max(...lines.map((box) => box.width))));
  },
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

/** Typesets a sign. Large operators are larger in displays, and centred on the axis (rule 13). */
function setSign(name: string, style: Style): Atom {
  const { class: of, encoding, code } = mathCodeOf(name);
  const size = encoding === 'OMX' ? 10 : sizeOf(style);
  const own = of === 'op' && style.level === 0 ? largeCode(code) : code;
  const box = glyphBox(style.fonts.family, encoding, own, size);
  return {
    box: of === 'op' ? onAxis(box, style) : box,
    class: of,
    isCharacter: of !== 'op',
    italic: metricsOf(style.fonts.family, encoding, own, size).italic,
    hasLimits: of === 'op' && style.level === 0 && name !== 'int' && name !== 'oint',
  };
}

/** The widths of spaces in eighteenths of a quad, as for the glue in displays and text. */
const UNITS: Readonly<Record<Space, number>> = { ',': 3, ':': 4, ';': 5, quad: 18, qquad: 36 };

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

/** Typesets words of the text with spaces between them. */
function textBox(text: string, style: Style): MathBox {
  const size = sizeOf(style);
  const letters = text
    .split('')
    .map((letter) =>
      letter === ' ' ? kern(size / 3) : glyphBox(style.fonts.family, 'OT1', letter.charCodeAt(0), size),
    );
  return sideBySide(letters);
}

function setWord(text: string, style: Style): Atom {
  return {
    ...plainAtom(textBox(text, style), text in OPERATORS ? 'op' : 'ord'),
    hasLimits: style.level === 0 && OPERATORS[text] === true,
  };
}

/** Puts delimiters around a box that are almost as tall as the box (rule 19). */
function enclosed(left: string, inside: MathBox, right: string, style: Style): MathBox {
  const axis = parameter('axis', style);
  const reach = Math.max(inside.height - axis, inside.depth + axis);
  const least = Math.max(2 * DELIMITER_FACTOR * reach, 2 * reach - SHORTFALL);
  return sideBySide([fenceBox(left, least, style), inside, fenceBox(right, least, style)]);
}
