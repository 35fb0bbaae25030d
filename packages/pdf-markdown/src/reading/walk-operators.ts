import { GraphicsState } from './graphics-state.ts';
import type { Matrix } from './matrix.ts';
import type { OperatorCodes, OperatorList, OperatorListener, OperatorName } from './operators.ts';

/**
 * Walks a page's operators, tracks transformations and clipping paths, and calls the listeners.
 *
 * @param isShown whether a layer (optional content) is shown. Hidden content is outside the visible box
 */
export function walkOperators(
  list: OperatorList,
  start: Matrix,
  ops: OperatorCodes,
  listeners: readonly OperatorListener[],
  isShown: (layer: unknown) => boolean = () => true,
): void {
  const state = new GraphicsState(start, isShown);
  const all: readonly OperatorListener[] = [state, ...listeners];
  // The list is indexed by code, because a page may have a hundred thousand operators.
  const known: { readonly name: OperatorName; readonly heard: readonly OperatorListener[] }[] = [];
  for (const name of Object.keys(ops) as OperatorName[])
    known[ops[name]] = { name, heard: all.filter((listener) => listener[name] !== undefined) };
  for (let i = 0; i < list.fnArray.length; i++) {
    const operator = known[list.fnArray[i] ?? -1];
    if (!operator) continue;
    const args = (list.argsArray[i] ?? []) as readonly unknown[];
    for (const listener of operator.heard) listener[operator.name]?.(args, state.ctm, state.visible);
  }
}

/** Returns the names of all fonts that a page's operators select. */
export function fontsOf(list: OperatorList, ops: OperatorCodes): Set<string> {
  const names = new Set<string>();
  for (let i = 0; i < list.fnArray.length; i++) {
    const code = list.fnArray[i];
    const args = list.argsArray[i] as readonly unknown[];
    if (code === ops.setFont) names.add(String(args[0]));
    else if (code === ops.setGState) {
      const font = fontOfState(args);
      if (font) names.add(String(font[0]));
    }
  }
  return names;
}

/** Returns the font and size that a graphics state dictionary selects. */
export function fontOfState([entries]: readonly unknown[]): readonly unknown[] | undefined {
  const font = (entries as readonly (readonly [string, unknown])[]).find(([key]) => key === 'Font');
  return font?.[1] as readonly unknown[] | undefined;
}
