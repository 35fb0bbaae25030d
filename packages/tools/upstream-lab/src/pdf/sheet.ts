import type { Drawing, Page, Shape, Text } from './page-content.ts';

/**
 * A page that is being printed. Positions are measured from the lower left corner, because boxes extend upwards from
 * their baseline.
 */
export class Sheet implements Page {
  readonly texts: Text[] = [];
  readonly shapes: Shape[] = [];
  readonly drawings: { readonly drawing: Drawing; readonly left: number; readonly top: number }[] = [];
  readonly width: number;
  readonly height: number;

  constructor(size: { readonly width: number; readonly height: number }) {
    this.width = size.width;
    this.height = size.height;
  }

  write(text: Text): void {
    this.texts.push({ ...text, y: this.height - text.y });
  }

  /** Draws a horizontal line centred on this height. */
  rule(rule: { readonly x: number; readonly y: number; readonly width: number; readonly thickness: number }): void {
    const { x, y, width, thickness } = rule;
    this.shapes.push({ left: x, top: this.height - y - thickness / 2, width, height: thickness });
  }

  /** Places a drawing with its upper left corner at x, y. */
  place(drawing: Drawing, x: number, y: number): void {
    this.drawings.push({ drawing, left: x, top: this.height - y });
  }
}
