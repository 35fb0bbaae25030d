import type { Element } from 'domhandler';
import { childElements, descendants, hasClass, plainTextOf } from './dom.ts';
import type { Flow } from './flow.ts';
import type { Reader, StructureReader } from './reader.ts';
import { texText } from './tex-text.ts';
import { isVisible, type Inline } from './tree.ts';

interface Row {
  /** One cell for each column of the alignment. */
  readonly cells: readonly string[];
  /** Number without parentheses. Empty if the row has no number. */
  readonly number: string;
  readonly hasMath: boolean;
  readonly words: readonly Inline[];
}

const isEquation = (element: Element): boolean =>
  hasClass(element, 'ltx_equation', 'ltx_equationgroup') && !hasClass(element, 'ltx_eqn_row');

const isNumberCell = (element: Element): boolean => hasClass(element, 'ltx_eqn_eqno');

const isNumber = (element: Element): boolean => hasClass(element, 'ltx_tag_equation', 'ltx_tag_equationgroup');

/** Returns the rows of an equation or group. Rows of tables within the cells are not included. */
function rowsOf(table: Element): Element[] {
  const isRow = (element: Element): boolean => element.name === 'tr' || hasClass(element, 'ltx_eqn_row', 'ltx_tr');
  return [...descendants(table, (element) => !isRow(element))].filter(isRow);
}

function numberOf(row: Element): string {
  for (const element of descendants(row)) {
    if (isNumber(element)) return plainTextOf(element).replace(/^\((.*)\)$/s, '$1');
  }
  return '';
}

/**
 * Converts words, including styled and linked words, to TeX. Adds notes to `notes`, because TeX cannot contain them.
 */
function toTex(inlines: readonly Inline[], notes: Inline[]): string {
  return inlines
    .map((inline): string => {
      switch (inline.kind) {
        case 'math':
          return inline.tex;
        case 'text':
        case 'code':
          return inline.text.trim() === '' ? '' : texText(inline.text);
        case 'styled':
        case 'link':
          return toTex(inline.children, notes);
        case 'note':
        case 'image':
          notes.push(inline);
          return '';
        case 'break':
          return '\\quad';
      }
    })
    .filter((part) => part !== '')
    .join(' ');
}

const hasMath = (inlines: readonly Inline[]): boolean =>
  inlines.some((inline) => inline.kind === 'math' || ('children' in inline && hasMath(inline.children)));

interface Group {
  readonly rows: Row[];
  readonly notes: Inline[];
}

function readRow(row: Element, group: Group, flow: Flow, reader: Reader): void {
  const { id } = row.attribs;
  if (id !== undefined && reader.page.isTarget(id)) flow.anchor(id);
  const cells: string[] = [];
  const words: Inline[] = [];
  for (const cell of childElements(row)) {
    if (isNumberCell(cell) || hasClass(cell, 'ltx_eqn_center_padleft', 'ltx_eqn_center_padright')) continue;
    const content = reader.lines(cell.children, flow);
    for (const word of content) words.push(word);
    cells.push(toTex(content, group.notes));
    // A cell that spans two columns occupies both columns.
    for (let span = Number(cell.attribs['colspan'] ?? 1); span > 1 && span < 20; span -= 1) cells.push('');
  }
  while (cells.at(-1) === '') cells.pop();
  group.rows.push({ cells, number: numberOf(row), hasMath: hasMath(words), words });
}

const tagOf = (number: string, tex: string): string =>
  number === '' || /\\tag\*?\{/.test(tex) ? '' : ` \\tag{${number.replace(/[\\{}$%#]/g, '')}}`;

/**
 * Joins cells with `&`. `eqnarray` has a separate column for the relation sign. In other environments, columns
 * alternate between right and left alignment, as in TeX's `align`.
 */
function joinCells(cells: readonly string[], isArray: boolean): string {
  if (!isArray) return cells.join(' & ').replace(/ {2,}/g, ' ').trim();
  const [left = '', ...right] = cells;
  return `${left} & ${right.filter((cell) => cell !== '').join(' ')}`.trim();
}

function putRows(table: Element, rows: readonly Row[], flow: Flow): void {
  const used = rows.filter((row) => row.cells.length > 0 || row.number !== '');
  const numbers = used.map((row) => row.number).filter((number) => number !== '');
  const [only] = used;
  if (!only) return;
  const isArray = hasClass(table, 'ltx_eqn_eqnarray');
  if (used.length === 1) {
    const tex = only.cells.filter((cell) => cell !== '').join(' ');
    if (tex !== '') flow.push({ kind: 'equation', tex: `${tex}${tagOf(only.number, tex)}`, numbers });
    return;
  }
  // A single number belongs to the entire block. A number per row needs an environment with tags.
  const [shared = ''] = numbers;
  if (numbers.length <= 1) {
    const lines = used.map((row) => joinCells(row.cells, isArray)).join(' \\\\\n');
    const tex = `\\begin{aligned}\n${lines}\n\\end{aligned}`;
    flow.push({ kind: 'equation', tex: `${tex}${tagOf(shared, lines)}`, numbers });
    return;
  }
  const lines = used.map((row) => `${joinCells(row.cells, isArray)}${tagOf(row.number, row.cells.join(' '))}`);
  flow.push({ kind: 'equation', tex: `\\begin{align*}\n${lines.join(' \\\\\n')}\n\\end{align*}`, numbers });
}

/**
 * Adds the rows that were read so far as a piece. Words between rows (`\intertext`) become a paragraph between two
 * pieces.
 */
function putGroup(table: Element, group: Group, flow: Flow): void {
  let pending: Row[] = [];
  for (const row of group.rows) {
    if (row.hasMath || row.number !== '' || !row.words.some(isVisible)) {
      pending.push(row);
    } else {
      putRows(table, pending, flow);
      pending = [];
      for (const word of row.words) flow.add(word);
      flow.endParagraph();
    }
  }
  putRows(table, pending, flow);
  for (const note of group.notes) flow.add(note);
  flow.endParagraph();
}

/** Adds anchors for rows and for their numbers. References may point to either. */
function anchorRows(table: Element, flow: Flow, reader: Reader): void {
  for (const element of descendants(table, (inner) => inner.name !== 'td')) {
    const { id } = element.attribs;
    if (element.name === 'tbody' && id !== undefined && reader.page.isTarget(id)) flow.anchor(id);
  }
}

/** Reads display formulas with and without numbers, single or aligned. */
export const readEquation: StructureReader = (element, flow, reader) => {
  if (!isEquation(element)) return false;
  const rows = rowsOf(element);
  flow.endParagraph();
  flow.within(element.attribs['id'], () => {
    const group: Group = { rows: [], notes: [] };
    if (rows.length === 0) {
      readBare(element, group, flow, reader);
    } else {
      anchorRows(element, flow, reader);
      for (const row of rows) readRow(row, group, flow, reader);
    }
    putGroup(element, group, flow);
  });
  return true;
};

/** Reads a formula next to its number. Early versions of LaTeXML and pages without tables contain such formulas. */
function readBare(element: Element, group: Group, flow: Flow, reader: Reader): void {
  const content = reader.lines(
    element.children.filter((child) => !('attribs' in child && (isNumber(child) || isNumberCell(child)))),
    flow,
  );
  const cells = [toTex(content, group.notes)].filter((cell) => cell !== '');
  group.rows.push({ cells, number: numberOf(element), hasMath: hasMath(content), words: content });
}
