import type { Tex } from '../article/tex.ts';
import { beside, type Box, EMPTY, moved, over, space, textBox } from './box.ts';

/** The size of scripts relative to their base. The minimum is `SMALLEST_PT`. */
const SCRIPT_SHARE = 0.7;
const SMALLEST_PT = 5;

/** Typesets formulas. With `display`, fractions are stacked, otherwise they are written with a slash. */
export class FormulaSetter {
  readonly #isDisplay: boolean;

  constructor(isDisplay: boolean) {
    this.#isDisplay = isDisplay;
  }

  set(tex: Tex, size: number): Box {
    switch (tex.kind) {
      case 'row':
        return this.#row(tex.items, size);
      case 'sign':
        return this.#sign(tex, size);
      case 'space':
        return space(tex.em * size);
      case 'scripts':
        return this.#withScripts(this.set(tex.base, size), tex, size);
      case 'fraction':
        return this.#isDisplay ? this.#stacked(tex, size) : this.#stroked(tex, size);
      case 'root': {
        const inside = this.set(tex.of, size);
        const sign = textBox('√', 'roman', size);
        const rule = {
          ...EMPTY,
          ascent: inside.ascent + 2,
          rules: [{ x: sign.width, y: inside.ascent + 1, width: inside.width }],
        };
        return { ...over([beside([sign, inside]), rule]), width: sign.width + inside.width };
      }
      case 'accent': {
        const base = this.set(tex.base, size);
        const bar = { ...EMPTY, ascent: base.ascent + 2, rules: [{ x: 0, y: base.ascent + 1, width: base.width }] };
        return { ...over([base, bar]), width: base.width };
      }
    }
  }

  /** Splits a row into pieces after its relations, where a line may end. */
  pieces(tex: Tex, size: number): Box[] {
    if (tex.kind !== 'row') return [this.set(tex, size)];
    const pieces: Tex[][] = [[]];
    for (const item of tex.items) {
      pieces.at(-1)?.push(item);
      if (item.kind === 'sign' && '=≈∼≤≥<>→∝'.includes(item.text)) pieces.push([]);
    }
    return pieces.filter((items) => items.length > 0).map((items) => this.#row(items, size));
  }

  /** Typesets a row. Brackets are as tall as their content. */
  #row(items: readonly Tex[], size: number): Box {
    const boxes = items.map((item) => this.set(item, size));
    const tallest = Math.max(0, ...boxes.map(({ ascent, descent }) => ascent + descent));
    const growth = Math.min(2, tallest / (size * 1.2));
    if (growth < 1.2) return beside(boxes);
    return beside(items.map((item, index) => this.#grown(item, size, growth) ?? boxes[index] ?? EMPTY));
  }

  #grown(item: Tex, size: number, growth: number): Box | undefined {
    const base = item.kind === 'scripts' ? item.base : item;
    if (base.kind !== 'sign' || base.role !== 'fence') return undefined;
    const fence = moved(textBox(base.text, 'roman', size * growth), 0, -0.2 * size * (growth - 1));
    return item.kind === 'scripts' ? this.#withScripts(fence, item, size) : fence;
  }

  #sign({ text, role }: Extract<Tex, { kind: 'sign' }>, size: number): Box {
    const box = textBox(text, role === 'italic' ? 'italic' : 'roman', size);
    // There is space between a function name and its argument.
    if (role === 'upright' && text.length > 1) return beside([box, space(size * 0.17)]);
    if (role !== 'operator') return box;
    const gap = space(size * 0.2);
    return beside([gap, box, gap]);
  }

  #withScripts(own: Box, { sub, sup }: Extract<Tex, { kind: 'scripts' }>, size: number): Box {
    const small = Math.max(SMALLEST_PT, size * SCRIPT_SHARE);
    const parts = [
      ...(sub === undefined
        ? []
        : [moved(this.set(sub, small), own.width, -size * 0.2 - Math.max(0, own.descent - size * 0.3))]),
      ...(sup === undefined
        ? []
        : [moved(this.set(sup, small), own.width, Math.max(size * 0.35, own.ascent - size * 0.3))]),
    ];
    const width = own.width + Math.max(0, ...parts.map((part) => part.width)) + size * 0.05;
    return { ...over([own, ...parts]), width };
  }

  #stacked({ over: top, under: bottom }: Extract<Tex, { kind: 'fraction' }>, size: number): Box {
    const [upper, lower] = [this.set(top, size), this.set(bottom, size)];
    const width = Math.max(upper.width, lower.width) + 4;
    const axis = size * 0.25;
    const box = over([
      moved(upper, (width - upper.width) / 2, axis + upper.descent + 2),
      moved(lower, (width - lower.width) / 2, axis - lower.ascent - 2),
      { ...EMPTY, rules: [{ x: 0, y: axis, width }] },
    ]);
    return beside([space(1), { ...box, width }, space(1)]);
  }

  #stroked({ over: top, under: bottom }: Extract<Tex, { kind: 'fraction' }>, size: number): Box {
    return beside([this.set(top, size), textBox('/', 'roman', size), this.set(bottom, size)]);
  }
}
