import { escapeMarkup } from '../server/exchange.ts';
import { findStar, type Star } from '../content/stars.ts';

/** The options in `-o...`: `x` XML, `p` as text/plain, `I` aliases, `F` fluxes. */
export interface SesameOptions {
  readonly isXml: boolean;
  readonly asPlain: boolean;
  readonly withAliases: boolean;
  readonly withFluxes: boolean;
  /** The databases in order: S SIMBAD, N NED, V VizieR, A all. */
  readonly databases: string;
}

export function readOptions(flags: string, databases: string): SesameOptions {
  return {
    isXml: flags.includes('x'),
    asPlain: flags.includes('p'),
    withAliases: flags.includes('I'),
    withFluxes: flags.includes('F'),
    databases: databases.replace('~', '') || 'SNVA',
  };
}

/** Returns the resolver's XML for one or more names. */
export function sesameXml(names: readonly string[], options: SesameOptions): string {
  const targets = names.map((name, index) => target(name, index + 1, options));
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<Sesame xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\n' +
    ' xsi:noNamespaceSchemaLocation="http://vizier.u-strasbg.fr/xml/sesame_4x.xsd">\n' +
    `${targets.join('')}</Sesame>\n<!--- ====Done (laboratory)==== -->\n`
  );
}

function target(name: string, number: number, options: SesameOptions): string {
  const star = findStar(name);
  const found = star === undefined ? nothing(options) : `  ${resolver(star, options).join('\n  ')}\n`;
  return (
    `<Target option="${escapeMarkup(options.databases)}">\n  <name>${escapeMarkup(name)}</name>\n` +
    `  <!-- Q1 #${number} -->\n${found}</Target>\n`
  );
}

/** Reports that nothing was found: once with one database, otherwise once per database. */
function nothing({ databases }: SesameOptions): string {
  if (databases.length === 1) return '<INFO>*** Nothing found ***</INFO>\n';
  const empty = (name: string) =>
    `  <Resolver name="${name}">\n    <INFO>*** Nothing found ***</INFO>\n  </Resolver>\n`;
  return ['S=Simbad (CDS, via client/server)', 'N=NED', 'V=VizieR (local)'].map(empty).join('');
}

function resolver(star: Star, options: SesameOptions): string[] {
  if (!/[SA]/.test(options.databases)) return vizier(star);
  const value = (tag: string, text: string | number | undefined) =>
    text === undefined ? [] : [`  <${tag}>${text}</${tag}>`];
  const measured = (tag: string, number: number | undefined) =>
    number === undefined ? [] : [`  <${tag}><v>${number}</v><q>A</q><r>2020yCat.1350....0G</r></${tag}>`];
  const fluxes = Object.entries(star.magnitudes ?? {}).map(
    ([band, magnitude]) => `  <mag band="${band}"><v>${magnitude}</v><q>C</q></mag>`,
  );
  return [
    '<Resolver name="S=Simbad (CDS, via client/server)">',
    `  <oid>@${oid(star)}</oid>`,
    ...value('otype', star.objectType),
    `  <jpos>${sexagesimal(star)}</jpos>`,
    `  <jradeg>${star.raDeg.toFixed(8)}</jradeg>`,
    `  <jdedeg>${signed(star.decDeg)}</jdedeg>`,
    '  <refPos>2020yCat.1350....0G</refPos>',
    ...measured('plx', star.parallaxMas),
    ...measured('Vel', star.velocityKms),
    ...value('spType', star.spectralType && escapeMarkup(star.spectralType)),
    ...(options.withFluxes ? fluxes : []),
    `  <oname>${escapeMarkup(star.mainName)}</oname>`,
    ...(options.withAliases ? star.aliases.flatMap((alias) => value('alias', escapeMarkup(alias))) : []),
    '</Resolver>',
  ];
}

/** Answers like VizieR, with a rounded position and the acronym in braces. */
function vizier(star: Star): string[] {
  return [
    '<Resolver name="V=VizieR (local)" code=\'laboratory\'>',
    `  <jpos>${sexagesimal(star).slice(0, 7)}     ${star.decDeg < 0 ? '-' : '+'}${String(Math.floor(Math.abs(star.decDeg))).padStart(2, '0')}     </jpos>`,
    `  <jradeg>${star.raDeg.toFixed(2)}</jradeg>`,
    `  <jdedeg>${star.decDeg < 0 ? '' : '+'}${star.decDeg.toFixed(2)}</jdedeg>`,
    `  <oname>${star.mainName.replace(/^(\S+)/, '{$1}')}</oname>`,
    '</Resolver>',
  ];
}

/** Returns the resolver's plain text for one name. */
export function sesameText(name: string): string {
  const star = findStar(name);
  const lines =
    star === undefined
      ? ['#!Sc: *** Nothing found ***']
      : [
          '#=S=Simbad (via url):    1',
          `%@ ${oid(star)}`,
          `%I.0 ${star.mainName}`,
          `%C.0 ${star.objectType}`,
          `%J ${star.raDeg.toFixed(9)} ${signed(star.decDeg)} = ${sexagesimal(star)}`,
          ...(star.parallaxMas === undefined ? [] : [`%X ${star.parallaxMas} [0.1] A 2020yCat.1350....0G`]),
          ...(star.velocityKms === undefined ? [] : [`%V v ${star.velocityKms}`]),
          ...(star.spectralType === undefined ? [] : [`%S ${star.spectralType}`]),
        ];
  return [`# ${name}    #Q1`, ...lines, '', '', '#====Done (laboratory)====', ''].join('\n');
}

/** Derives a number from the name, so that the number is the same at every start. */
function oid({ mainName }: Star): number {
  return Buffer.from(mainName).reduce((sum, byte) => (sum * 31 + byte) % 9_000_000, 7) + 100_000;
}

function signed(degrees: number): string {
  return degrees < 0 ? degrees.toFixed(8) : `+${degrees.toFixed(8)}`;
}

/** Formats a position as `12:18:57.61 +47:18:13.3`. */
function sexagesimal({ raDeg, decDeg }: Star): string {
  const parts = (value: number, decimals: number) => {
    const total = Math.round(value * 3600 * 10 ** decimals);
    const seconds = (total / 10 ** decimals) % 60;
    const minutes = Math.floor(total / 10 ** decimals / 60);
    const two = (number: number) => String(number).padStart(2, '0');
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${seconds.toFixed(decimals).padStart(decimals + 3, '0')}`;
  };
  return `${parts(raDeg / 15, 2)} ${decDeg < 0 ? '-' : '+'}${parts(Math.abs(decDeg), 1)}`;
}
