import { isText, type Element } from 'domhandler';

/** Elements whose ions occur in astronomy. */
const ELEMENTS: ReadonlySet<string> = new Set(
  `H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge Kr Rb Sr Y Zr Nb Mo Ru Pd Ag Sn Xe Cs Ba
   La Ce Nd Sm Eu Gd Dy Hg Pb Th U`
    .trim()
    .split(/\s+/),
);

/** Returns whether the text is the symbol of an element. Deuterium has its own symbol in molecules. */
export const isElementSymbol = (symbol: string): boolean => symbol === 'D' || ELEMENTS.has(symbol);

const STAGE = /^(?:\d{1,2}|(?:x{0,2}(?:ix|iv|v?i{0,3})))$/i;

/** Returns the ion that a macro's name stands for: `HII` is H ii. Names in lower case may be words. */
export function ionNamed(name: string): string | undefined {
  const [, symbol = '', stage = ''] = /^([A-Z][a-z]?)([IVX]{1,5})$/.exec(name) ?? [];
  return ELEMENTS.has(symbol) && STAGE.test(stage) ? `${symbol} ${stage.toLowerCase()}` : undefined;
}

/** Matches an element and its ionisation stage, which LaTeXML has joined. */
const ION = /^([A-Z][a-z]?[ivxIVX\d]{0,6})(?![a-zA-Z\d])/;

/**
 * Restores the space of `\ion{Fe}{ii}` after an unknown macro: `Feii` is Fe ii. Ambiguous text such as `Siii` is not
 * changed.
 */
export function separateIon(macro: Element): void {
  const { next } = macro;
  const joined = next && isText(next) ? ION.exec(next.data)?.[1] : undefined;
  if (!next || !isText(next) || joined === undefined) return;
  const readings = [1, 2].flatMap((length) => {
    const [symbol, stage] = [joined.slice(0, length), joined.slice(length)];
    return ELEMENTS.has(symbol) && stage !== '' && STAGE.test(stage) ? [`${symbol} ${stage}`] : [];
  });
  if (readings.length === 1) next.data = `${readings[0]}${next.data.slice(joined.length)}`;
}
