import type { Element } from 'domhandler';
import type { Resolution, SkyObject } from '../../domain/targets/sky-object.ts';
import { childrenOf, readXml, textIn, textOf } from '../xml.ts';

/**
 * The databases of the service, preferred first. The `Resolver` of each reply begins with the letter of its database.
 */
const DATABASES: ReadonlyMap<string, string> = new Map([
  ['S', 'Simbad'],
  ['N', 'NED'],
  ['V', 'VizieR'],
]);

/**
 * Parses the reply for one name. Looks for a database that returned a position, because 'not found' has several forms.
 * Returns undefined for an incomplete reply.
 */
export function readSesame(xml: string): Resolution | undefined {
  const root = readXml(xml, 'Sesame');
  const target = root && childrenOf(root, 'Target')[0];
  if (target === undefined) return undefined;
  const asked = textOf(target, 'name');
  const resolvers = childrenOf(target, 'Resolver');
  const ordered = [...DATABASES].flatMap(([letter, database]) =>
    resolvers.filter(({ attribs }) => attribs['name']?.startsWith(letter)).map((answer) => ({ answer, database })),
  );
  const found = ordered.find(({ answer }) => positionOf(answer) !== undefined);
  const better = found === undefined ? ordered : ordered.slice(0, ordered.indexOf(found));
  const isFinal = [target, ...better.map(({ answer }) => answer)].every(
    (part) => childrenOf(part, 'ERROR').length === 0,
  );
  return { object: found && objectOf(found.answer, found.database, asked), isFinal };
}

function objectOf(answer: Element, database: string, asked: string): SkyObject {
  const { raDeg, decDeg } = positionOf(answer) ?? { raDeg: 0, decDeg: 0 };
  const aliases = [...new Set(childrenOf(answer, 'alias').map(nameIn))];
  const canonicalName =
    [...childrenOf(answer, 'oname').map(nameIn), ...aliases, asked].find((name) => name !== '') ?? asked;
  const oid = textOf(answer, 'oid').replace('@', '');
  const key = /^\d+$/.test(oid) ? oid : canonicalName.toLowerCase();
  const magnitudes = childrenOf(answer, 'mag').flatMap((mag) => {
    const value = measured(mag);
    return value === null ? [] : [[mag.attribs['band'] ?? '', value] as const];
  });
  return {
    identity: `${database.toLowerCase()}:${key}`,
    canonicalName,
    raDeg,
    decDeg,
    objectType: textOf(answer, 'otype') || null,
    spectralType: textOf(answer, 'spType') || null,
    magnitudes: magnitudes.length === 0 ? null : Object.fromEntries(magnitudes),
    parallaxMas: childrenOf(answer, 'plx').map(measured)[0] ?? null,
    radialVelocityKms: childrenOf(answer, 'Vel').map(measured)[0] ?? null,
    aliases,
    resolver: database,
  };
}

function positionOf(answer: Element): { raDeg: number; decDeg: number } | undefined {
  const [raDeg, decDeg] = [number(textOf(answer, 'jradeg')), number(textOf(answer, 'jdedeg'))];
  if (raDeg === null || decDeg === null) return undefined;
  return raDeg >= 0 && raDeg <= 360 && Math.abs(decDeg) <= 90 ? { raDeg, decDeg } : undefined;
}

/** Reads the value of a quantity. The siblings of the value are its error, quality and reference. */
const measured = (quantity: Element): number | null => number(textOf(quantity, 'v'));

function number(text: string): number | null {
  return /^[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : null;
}

/** Returns a name without padding and without the braces that VizieR puts around acronyms. */
const nameIn = (element: Element): string => textIn(element).replaceAll(/[{}]/g, '').replaceAll(/\s+/g, ' ').trim();
