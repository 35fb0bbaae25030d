import { isText, type AnyNode, type Element } from 'domhandler';
import { isElement, rawText } from './dom.ts';
import { asLines, Flow } from './flow.ts';
import type { Definitions } from './macro-definitions.ts';
import { Notes } from './note-labels.ts';
import type { PageAddress } from './page-address.ts';
import type { Inline, Piece } from './tree.ts';
import { UniqueNames } from './unique-names.ts';
import { Warnings } from './warnings.ts';

type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'math'; readonly tex: string }
  | { readonly kind: 'display'; readonly tex: string };

const CLOSING: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]' };

/** A figure, table or algorithm with its caption. Panels are nested floats. */
export interface Float {
  /** "Figure 3", "Table 1", "Figure 3 (a)". */
  readonly label: string;
  readonly parent: Float | undefined;
  /** Set when the caption is read. That may be before or after the images are read. */
  caption: readonly Inline[];
}

export interface FoundImage {
  readonly name: string;
  readonly address: string;
  readonly float: Float | undefined;
  readonly svg?: string;
}

export interface FoundReference {
  readonly id: string;
  readonly label: string;
  readonly content: readonly Inline[];
  readonly addresses: readonly string[];
}

/** Reads one LaTeXML structure. Returns false if the element is not part of such a structure. */
export type StructureReader = (element: Element, flow: Flow, reader: Reader) => boolean;

/**
 * Maximum nesting at which structure is read, far beyond any paper. At deeper levels, only text is read, so that a page
 * with ten thousand nested elements does not overflow the stack.
 */
const DEEPEST = 300;

/** Walks through a page and collects data that concerns the entire page. */
export class Reader {
  readonly page: PageAddress;
  readonly notes = new Notes();
  readonly warnings = new Warnings();
  readonly images: FoundImage[] = [];
  readonly imageNames = new UniqueNames();
  readonly references: FoundReference[] = [];
  readonly authors: string[] = [];
  readonly abstract: Piece[] = [];
  title: readonly Inline[] = [];
  /** Notes inside the heading that is being read. */
  readonly titleNotes: Element[] = [];
  float: Float | undefined;
  /** Number that is added to the level of headings if the document has parts or chapters above its sections. */
  headingShift = 0;
  /** Whether text contains TeX between `\(` and `\)`. Pages without MathML have such text. */
  texInText = false;
  /** The page's definitions of macros that are unknown to the converter. */
  definitions: Definitions = new Map();
  readonly #structures: readonly StructureReader[];
  #depth = 0;

  constructor(page: PageAddress, structures: readonly StructureReader[]) {
    this.page = page;
    this.#structures = structures;
  }

  read(nodes: readonly AnyNode[], flow: Flow): void {
    this.#depth += 1;
    for (const node of nodes) {
      if (isText(node)) this.#readText(node.data, flow);
      else if (isElement(node)) this.#readElement(node, flow);
    }
    this.#depth -= 1;
  }

  /** Reads a separate part, such as a cell, a list item or a note, into pieces. */
  pieces(nodes: readonly AnyNode[], orphans?: (id: string) => void): Piece[] {
    const flow = new Flow();
    this.read(nodes, flow);
    return flow.finish(orphans);
  }

  /** Reads a part that may contain only lines. Adds its anchors to `flow`. */
  lines(nodes: readonly AnyNode[], flow: Flow): Inline[] {
    const pieces = this.pieces(nodes, (id) => flow.anchor(id));
    for (const piece of pieces) for (const id of piece.anchors) flow.anchor(id);
    return asLines(pieces);
  }

  #readElement(element: Element, flow: Flow): void {
    const { id } = element.attribs;
    if (id !== undefined && this.page.isTarget(id)) flow.anchor(id);
    if (this.#depth > DEEPEST) {
      this.warnings.add('too_deep', `read only the text of elements nested more than ${DEEPEST} levels deep`);
      flow.text(rawText(element));
      return;
    }
    for (const structure of this.#structures) if (structure(element, flow, this)) return;
    this.read(element.children, flow);
  }

  #readText(data: string, flow: Flow): void {
    if (!this.texInText) {
      flow.text(data);
      return;
    }
    for (const part of splitTex(data)) {
      if (part.kind === 'text') flow.text(part.text);
      else if (part.kind === 'math') flow.add(part);
      else flow.push({ kind: 'equation', tex: part.tex, numbers: [] });
    }
  }
}

/**
 * Splits text at the formulas between `\(` and `\)` or `\[` and `\]`. An opening bracket without a closing bracket is
 * text.
 */
function splitTex(data: string): TextPart[] {
  const parts: TextPart[] = [];
  const unclosed = new Set<string>();
  let from = 0;
  for (const { 0: opening, index } of data.matchAll(/\\[([]/g)) {
    if (index < from || unclosed.has(opening)) continue;
    const end = data.indexOf(CLOSING[opening] ?? '', index + 2);
    if (end < 0) {
      // Later opening brackets of this kind also have no closing bracket.
      unclosed.add(opening);
      continue;
    }
    parts.push({ kind: 'text', text: data.slice(from, index) });
    const tex = data.slice(index + 2, end).trim();
    if (tex !== '') parts.push({ kind: opening === '\\(' ? 'math' : 'display', tex });
    from = end + 2;
  }
  parts.push({ kind: 'text', text: data.slice(from) });
  return parts;
}
