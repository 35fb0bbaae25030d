import { tidy } from './blanks.ts';
import { BREAK, isVisible, strong, text, type Inline, type Piece, type PieceContent, type Style } from './tree.ts';

interface Frame {
  readonly wrap: (children: readonly Inline[]) => Inline;
  children: Inline[];
}

/**
 * Receives content in reading order and divides it into pieces.
 *
 * LaTeXML nests blocks in inline markup at any depth. When a block begins, the current line becomes a piece. The open
 * styles continue after the block.
 */
export class Flow {
  readonly #pieces: Piece[] = [];
  readonly #ids: string[] = [];
  #line: Inline[] = [];
  #frames: Frame[] = [];
  #anchors: string[] = [];
  #runIn: Inline[] = [];

  add(inline: Inline): void {
    (this.#frames.at(-1)?.children ?? this.#line).push(inline);
  }

  text(value: string): void {
    if (value !== '') this.add(text(value));
  }

  styled(style: Style, fill: () => void): void {
    this.#framed((children) => ({ kind: 'styled', style, children }), fill);
  }

  link(href: string, fill: () => void): void {
    this.#framed((children) => ({ kind: 'link', href, children }), fill);
  }

  #framed(wrap: Frame['wrap'], fill: () => void): void {
    this.#frames.push({ wrap, children: [] });
    fill();
    const frame = this.#frames.pop();
    if (frame && frame.children.length > 0) this.add(frame.wrap(frame.children));
  }

  /** Adds an anchor to the next piece. */
  anchor(id: string): void {
    this.#anchors.push(id);
  }

  /** Sets the source element of the pieces that `fill` creates. */
  within(id: string | undefined, fill: () => void): void {
    if (id === undefined || id === '') {
      fill();
      return;
    }
    this.#ids.push(id);
    fill();
    this.#ids.pop();
  }

  /**
   * Adds a title that begins the next paragraph ("Theorem 1."). If no paragraph follows, the title is a separate line.
   */
  runIn(title: readonly Inline[]): void {
    this.endRunIn();
    this.#runIn = [strong(title)];
  }

  endRunIn(): void {
    this.endParagraph();
    if (this.#runIn.length > 0) this.#putParagraph([]);
  }

  endParagraph(): void {
    for (let depth = this.#frames.length - 1; depth >= 0; depth -= 1) {
      const frame = this.#frames[depth] as Frame;
      const outer = this.#frames[depth - 1]?.children ?? this.#line;
      if (frame.children.length > 0) outer.push(frame.wrap(frame.children));
      frame.children = [];
    }
    const content = tidy(this.#line);
    this.#line = [];
    if (content.length === 0) return;
    if (content.every((inline) => inline.kind === 'image' || !isVisible(inline))) {
      this.push({ kind: 'figure', images: content.filter((inline) => inline.kind === 'image') });
    } else {
      this.#putParagraph(content);
    }
  }

  #putParagraph(content: Inline[]): void {
    const title = this.#runIn;
    this.#runIn = [];
    const joined = title.length > 0 && content.length > 0 ? [...title, text(' '), ...content] : [...title, ...content];
    const tidied = tidy(joined);
    if (tidied.length > 0) this.#put({ kind: 'paragraph', content: tidied });
  }

  push(content: PieceContent): void {
    this.endRunIn();
    this.#put(content);
  }

  #put(content: PieceContent): void {
    const sourceId = this.#ids.at(-1);
    this.#pieces.push({ ...content, anchors: this.#anchors, ...(sourceId === undefined ? {} : { sourceId }) });
    this.#anchors = [];
  }

  get last(): Piece | undefined {
    return this.#pieces.at(-1);
  }

  get length(): number {
    return this.#pieces.length;
  }

  /** Returns the pieces. Anchors after the last piece are added to that piece, or passed to `orphans`. */
  finish(orphans?: (id: string) => void): Piece[] {
    this.endRunIn();
    const last = this.#pieces.at(-1);
    if (last) this.#pieces[this.#pieces.length - 1] = { ...last, anchors: [...last.anchors, ...this.#anchors] };
    else for (const id of this.#anchors) orphans?.(id);
    this.#anchors = [];
    return this.#pieces;
  }
}

/** Converts pieces to lines for a heading or a cell. Boundaries between blocks become breaks. */
export function asLines(pieces: readonly Piece[]): Inline[] {
  const lines = pieces.map(lineOf).filter((line) => line.length > 0);
  return lines.flatMap((line, at) => (at > 0 ? [BREAK, ...line] : line));
}

function lineOf(piece: Piece): readonly Inline[] {
  switch (piece.kind) {
    case 'equation':
      return [{ kind: 'math', tex: piece.tex }];
    case 'code':
      return [{ kind: 'code', text: piece.text }];
    case 'figure':
      return piece.images;
    case 'table':
      return joinCells([piece.header, ...piece.rows]);
    case 'html_table':
      return joinCells(piece.rows.map((row) => row.map((cell) => asLines(cell.pieces))));
    case 'list_item':
      return [text(`${/\d/.test(piece.marker) ? piece.marker : '•'} `), ...asLines(piece.pieces)];
    case 'quote':
    case 'footnote':
      return asLines(piece.pieces);
    default:
      return piece.content;
  }
}

function joinCells(rows: readonly (readonly (readonly Inline[])[])[]): Inline[] {
  return rows.flatMap((row, index) => [
    ...(index > 0 ? [BREAK] : []),
    ...row.flatMap((cell, column) => (column > 0 ? [text(' '), ...cell] : [...cell])),
  ]);
}
