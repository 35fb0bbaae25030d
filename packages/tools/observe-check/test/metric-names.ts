const WORDS = new Set(['and', 'or', 'unless', 'on', 'ignoring', 'by', 'without', 'bool', 'group_left', 'group_right']);

export function metricsIn(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^{}]*\}/g, ' ')
    .replaceAll(/\[[^[\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  const names = [...bare.matchAll(/(?<![\w:])[a-zA-Z_:][\w:]*(?![\w:]|\s*\()/g)].map(([name]) => name);
  return [...new Set(names)].filter((name) => !WORDS.has(name));
}

/** Returns the names of the series in a scrape, including series that have no sample before the first event. */
export function metricsOf(scrape: string): Set<string> {
  const names = [...scrape.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set(names);
}
