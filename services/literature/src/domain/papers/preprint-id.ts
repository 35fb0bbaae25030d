/**
 * Identifiers of the preprint server, stored without version: `1302.6362`, `2101.01542`, `astro-ph/9710182`.
 *
 * Since April 2007, they have the form `YYMM.NNNN`, with five digits after the dot since 2015. Earlier identifiers have
 * the form `archive/YYMMNNN`. A subject class in the archive (`math.GT/0309136`) is not part of the identity.
 */

const NEW = /^(\d{2}(?:0[1-9]|1[0-2]))\.(\d{4,5})(?:v[1-9]\d*)?$/;
const OLD =
  /^([a-z]+(?:-[a-z]+)*)(?:\.[a-z]{2}|\.[a-z]{2,5}-[a-z]{2,4})?\/(\d{2}(?:0[1-9]|1[0-2])\d{3})(?:v[1-9]\d*)?$/;

/** Matches text around an identifier: a scheme and host with a page kind, a DOI prefix, or the server's label. */
const WRAPPINGS = [
  /^(?:https?:\/\/)?(?:www\.|export\.)?arxiv\.org\/(?:abs|pdf|html|ps|e-print|format)\/(.+)$/,
  /^(?:https?:\/\/)?ar5iv(?:\.labs\.arxiv)?\.org\/(?:abs|html)\/(.+)$/,
  /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)?10\.48550\/arxiv\.(.+)$/,
  /^oai:arxiv\.org:(.+)$/,
  /^e-?prints?[:\s]\s*(\S.*)$/,
  /^arxiv (?:e-?prints?|preprint)s?,?\s*(\S.*)$/,
  /^arxiv[:\s]\s*(\S.*)$/,
];

/**
 * Reads an identifier. The text may also have a version, a label, an address or a DOI prefix. Returns undefined for
 * other texts.
 */
export function parsePreprintId(text: string): string | undefined {
  let bare = text.trim().toLowerCase();
  for (const wrapping of WRAPPINGS) bare = wrapping.exec(bare)?.[1] ?? bare;
  // An address may end in `.pdf`, a query or a fragment. A printed label ends with the category and the date, as in
  // `arXiv:1302.6362v2 [astro-ph.CO] 9 Mar 2013`. Some programs write an archive before an identifier of the new form.
  bare = bare
    .replace(/[?#].*/s, '')
    .replace(/ \d{1,2} [a-z]{3} \d{4}$/, '')
    .trimEnd()
    .replace(/\[[\w.-]+\]$/, '')
    .trimEnd()
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.pdf$/, '')
    .replace(/^[a-z-]{2,12}(?:\.[a-z]{2})?\/(?=\d{4}\.\d)/, '');
  const recent = NEW.exec(bare);
  if (recent?.[1] !== undefined && recent[2] !== undefined) {
    const [, month, number] = recent;
    return month >= '0704' && number.length === (month >= '1501' ? 5 : 4) && Number(number) > 0
      ? `${month}.${number}`
      : undefined;
  }
  const old = OLD.exec(bare);
  return old?.[1] !== undefined && old[2] !== undefined ? `${old[1]}/${old[2]}` : undefined;
}

/**
 * Returns the code that the catalog probably assigns to a preprint. The code contains the identifier and the initial of
 * the first author. The initial may be wrong, for example for collaborations or names with particles. The code is
 * therefore used only until the catalog has one.
 */
export function bibcodeOfPreprint(id: string, firstAuthor: string): string {
  const initial = initialOf(firstAuthor);
  const [archive, number] = id.split('/');
  if (number === undefined) {
    const [month = '', serial = ''] = id.split('.');
    const body = serial.length === 5 ? `${month}${serial}` : id;
    return `20${id.slice(0, 2)}arXiv${body}${initial}`;
  }
  const year = Number(number.slice(0, 2)) >= 91 ? `19${number.slice(0, 2)}` : `20${number.slice(0, 2)}`;
  const stem = (archive ?? '').replaceAll('-', '.');
  const serial = number.slice(2).replace(/^0+/, '');
  return `${year}${stem}${'.'.repeat(Math.max(0, 14 - stem.length - serial.length))}${serial}${initial}`;
}

/** Returns the identifier in a preprint's code. Returns undefined for other codes. */
export function preprintIdOfBibcode(bibcode: string): string | undefined {
  const recent = /^20\d\darXiv(\d{4})\.?(\d{4,5})[A-Z.]$/.exec(bibcode);
  if (recent?.[1] !== undefined && recent[2] !== undefined) return parsePreprintId(`${recent[1]}.${recent[2]}`);
  const old = /^(?:19|20)(\d\d)([a-z]+(?:\.[a-z]+)?)\.+(\d{4,5})[A-Z.]$/.exec(bibcode);
  if (old?.[1] === undefined || old[2] === undefined || old[3] === undefined) return undefined;
  if (!OLD_ARCHIVES.has(old[2])) return undefined;
  return parsePreprintId(`${old[2].replace('.', '-')}/${old[1]}${old[3].padStart(5, '0')}`);
}

/** The archives of 1991 to 2007, as written in codes. */
const OLD_ARCHIVES = new Set(
  (
    'astro.ph cond.mat gr.qc hep.ex hep.lat hep.ph hep.th math.ph nlin nucl.ex nucl.th physics quant.ph math cs q.bio ' +
    'chao.dyn solv.int patt.sol adap.org alg.geom dg.ga funct.an q.alg cmp.lg acc.phys ao.sci atom.ph bayes.an chem.ph ' +
    'comp.gas mtrl.th plasm.ph supr.con'
  ).split(' '),
);

/**
 * Returns the initial of a surname: S for `Sudilovsky, V.` and `Ślusarz, A.`, and a dot for a name without Latin
 * letters.
 */
function initialOf(author: string): string {
  const letter = author.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').charAt(0).toUpperCase();
  return /[A-Z]/.test(letter) ? letter : '.';
}
