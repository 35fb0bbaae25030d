/** A small dictionary for plausible translations. Other words stay unchanged. */
const WORDS: Readonly<Record<string, string>> = {
  star: '恒星',
  stars: '恒星',
  stellar: '恒星',
  atmosphere: '大气',
  atmospheres: '大气',
  model: '模型',
  models: '模型',
  grid: '网格',
  grids: '网格',
  temperature: '温度',
  gravity: '重力',
  opacity: '不透明度',
  line: '谱线',
  lines: '谱线',
  wind: '星风',
  winds: '星风',
  hot: '热',
  white: '白',
  dwarf: '矮星',
  dwarfs: '矮星',
  magnetic: '磁',
  field: '场',
  fields: '场',
  and: '和',
  of: '的',
  with: '与',
  we: '我们',
  is: '是',
  are: '是',
  in: '在',
  the: '',
  a: '',
  an: '',
  convergence: '收敛',
  abundance: '丰度',
  abundances: '丰度',
  spectrum: '光谱',
  spectra: '光谱',
  radiation: '辐射',
  radiative: '辐射',
  layer: '层',
  layers: '层',
  results: '结果',
  introduction: '引言',
  conclusions: '结论',
  method: '方法',
  table: '表',
  figure: '图',
  seed: '种子',
  seeds: '种子',
  distance: '距离',
};

/** Masks that services use for mathematics and links: the usual brackets around a number or name. */
const MASK = /⟦[^⟧]*⟧|\[\[[^\]]*\]\]|\{\{[^}]*\}\}|<\/?\w+\d+\s*\/?>|@@\w+@@|__\w+__|%%\w+%%|§\w+§|[\uE000-\uF8FF]+/g;

/** Translates deterministically: glossary terms first, then words of the dictionary. Masks and TeX stay unchanged. */
export function translated(source: string, glossary: readonly (readonly [string, string])[]): string {
  const kept: string[] = [];
  const keep = (text: string) => `\uFFF9${kept.push(text) - 1}\uFFFB`;
  let text = source.replace(MASK, keep).replace(/\$\$[^]*?\$\$|\$[^$\n]+\$|`[^`]*`|\]\([^)]*\)|<[^>]*>/g, keep);
  for (const [term, meaning] of glossary) {
    text = text.replace(
      new RegExp(`(?<![\\p{L}])${term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}])`, 'giu'),
      () => keep(meaning),
    );
  }
  text = text.replace(/[A-Za-z]+/g, (word) => WORDS[word.toLowerCase()] ?? word);
  // A protected part may contain another protected part.
  while (text.includes('\uFFF9'))
    text = text.replace(/\uFFF9(\d+)\uFFFB/g, (_, index: string) => kept[Number(index)] ?? '');
  return text;
}

/** Reads `term -> meaning`, also with `=`, `:`, `→` or as a table row, if the meaning is not ASCII. */
export function readGlossary(prompt: string): [string, string][] {
  const lines = prompt.matchAll(
    /^[\s|*-]*([A-Za-z][A-Za-z '-]*?)\s*(?:->|=>|→|=|:|：|\||\t)\s*((?![A-Za-z])\p{L}[^|\n]*?)[\s|]*$/gmu,
  );
  return [...lines]
    .map(([, term = '', meaning = '']): [string, string] => [term.trim(), meaning.trim()])
    .sort((a, b) => b[0].length - a[0].length);
}

/** Returns the text to translate: the content of tags or fences, or else the whole message. */
export function sourceOf(message: string): string {
  const tagged = /<(text|source|block|content|document)>\n?([^]*?)\n?<\/\1>/i.exec(message)?.[2];
  return tagged ?? /```\w*\n([^]*?)\n```/.exec(message)?.[1] ?? message;
}

/** Drops the last mask, as models do. Without masks, drops the last formula. */
export function withDamagedMasks(text: string): string {
  const masks = [...text.matchAll(MASK)];
  const last = masks.at(-1) ?? [...text.matchAll(/\$[^$]+\$/g)].at(-1);
  return last === undefined ? text : text.slice(0, last.index) + text.slice(last.index + last[0].length);
}
