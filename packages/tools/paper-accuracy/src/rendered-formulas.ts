import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';

/** A sign of a rendered formula, with its middle in pixels. */
export interface Sign {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

interface Rendered {
  readonly signs: readonly Sign[];
  readonly mathml: string;
}

/** Decides whether other formulas contain a formula, by the rule of olmOCR-bench. */
export interface FormulaJudge {
  /**
   * Returns whether one of `others` contains `formula`, or contains all its signs with the same neighbours. All
   * formulas are TeX.
   */
  isAmong(formula: string, others: readonly string[]): Promise<boolean>;
  close(): Promise<void>;
}

const HOST = 'http://katex.localhost/';

/** Opens a page of the browser that renders formulas with KaTeX. */
export async function openFormulaJudge(browser: Browser): Promise<FormulaJudge> {
  const files = dirname(fileURLToPath(import.meta.resolve('katex/dist/katex.min.js')));
  const page = await browser.newPage({ viewport: { width: 1200, height: 400 } });
  await page.route(`${HOST}**`, async (route) => {
    const path = join(files, new URL(route.request().url()).pathname);
    await route.fulfill({ path, headers: { 'access-control-allow-origin': '*' } });
  });
  await page.setContent('<!DOCTYPE html><div id="formula" style="font-size: 24px"></div>');
  await page.addStyleTag({ url: `${HOST}katex.min.css` });
  await page.addScriptTag({ url: `${HOST}katex.min.js` });
  const known = new Map<string, Promise<Rendered | undefined>>();
  const render = async (tex: string) => {
    const rendered = known.get(tex) ?? page.evaluate(renderInPage, tex);
    known.set(tex, rendered);
    return await rendered;
  };
  return {
    isAmong: async (formula, others) => {
      if (others.includes(formula)) return true;
      const wanted = await render(formula);
      if (!wanted) return false;
      for (const other of others) {
        const whole = await render(other);
        if (whole && (whole.mathml.includes(wanted.mathml) || hasSigns(whole.signs, wanted.signs))) return true;
      }
      return false;
    },
    close: async () => await page.close(),
  };
}

/** Runs in the page. Returns undefined for TeX that KaTeX rejects. */
async function renderInPage(tex: string): Promise<Rendered | undefined> {
  const element = document.querySelector('#formula') as HTMLElement;
  const { katex } = globalThis as unknown as { katex: { render(tex: string, at: Element, options: object): void } };
  try {
    katex.render(tex, element, { displayMode: true, throwOnError: true });
  } catch {
    return undefined;
  }
  await document.fonts.ready;
  const signs = [...element.querySelectorAll('.katex-html span')].flatMap((span) => {
    const text = (span.textContent ?? '').replaceAll(/[\s\u200b]/g, '');
    if (span.children.length > 0 || text === '') return [];
    const { x, y, width, height } = span.getBoundingClientRect();
    const all = Array.from(text);
    return all.map((one, i) => ({ text: one, x: x + (width * (i + 0.5)) / all.length, y: y + height / 2 }));
  });
  const semantics = element.querySelector('semantics');
  const parts = [...(semantics?.children ?? [])].filter(({ tagName }) => tagName.toLowerCase() !== 'annotation');
  return { signs, mathml: parts.map((part) => part.outerHTML).join('') };
}

/** Signs are in one line or column if they differ by at most this much. */
const ALIGNED = 5; // pixels
/** Comparisons of ambiguous formulas are given up after this many steps. */
const MOST_STEPS = 200_000;

type Neighbours = Partial<Record<'left' | 'right' | 'above' | 'below', number>>;

/** Returns the nearest sign in each direction, by its index. */
function neighboursOf(signs: readonly Sign[]): Neighbours[] {
  return signs.map((one) => {
    const nearest: Neighbours = {};
    const distances = new Map<string, number>();
    signs.forEach((other, i) => {
      const [dx, dy] = [other.x - one.x, other.y - one.y];
      const offer = (side: keyof Neighbours, distance: number) => {
        if (distance >= (distances.get(side) ?? Infinity)) return;
        distances.set(side, distance);
        nearest[side] = i;
      };
      if (Math.abs(dx) <= ALIGNED && dy !== 0) offer(dy < 0 ? 'above' : 'below', Math.abs(dy));
      if (Math.abs(dy) <= ALIGNED && dx !== 0) offer(dx < 0 ? 'left' : 'right', Math.abs(dx));
    });
    return nearest;
  });
}

const SIDES = ['left', 'right', 'above', 'below'] as const;

/** Returns whether `whole` has a separate sign for each sign of `part`, with the same neighbours. */
export function hasSigns(whole: readonly Sign[], part: readonly Sign[]): boolean {
  const [around, wanted] = [neighboursOf(whole), neighboursOf(part)];
  const places = new Map<number, number>();
  let steps = 0;
  const fits = (i: number, j: number) =>
    SIDES.every((side) => {
      const [own, other] = [wanted[i]?.[side], around[j]?.[side]];
      if (own === undefined) return true;
      if (other === undefined) return false;
      return places.has(own) ? places.get(own) === other : part[own]?.text === whole[other]?.text;
    });
  const place = (i: number): boolean => {
    if (i === part.length) return true;
    steps += 1;
    if (steps > MOST_STEPS) return false;
    const taken = new Set(places.values());
    return whole.some((sign, j) => {
      if (sign.text !== part[i]?.text || taken.has(j)) return false;
      places.set(i, j);
      if (fits(i, j) && place(i + 1)) return true;
      places.delete(i);
      return false;
    });
  };
  return part.length > 0 && place(0);
}
