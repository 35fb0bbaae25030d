import { escapeMarkup } from '@almagest/service-kit/markup';

export type VoValue = string | number | null;

/** A column of a VOTable. Arrays of characters have variable length. */
export interface VoField {
  readonly name: string;
  readonly datatype: 'char' | 'double' | 'long';
  readonly ucd?: string;
  readonly utype?: string;
  readonly unit?: string | undefined;
  readonly description?: string;
}

/** A value that all rows share. */
export interface VoParam extends VoField {
  readonly value: string | number;
  /** The limits of a parameter of the service. */
  readonly range?: { readonly min: number; readonly max: number };
  readonly options?: readonly string[];
}

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<VOTABLE version="1.4" xmlns="http://www.ivoa.net/xml/VOTable/v1.3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
`;

/** Returns a VOTable that contains only an error message (DALI 1.1, section 4.2). */
export function errorTable(message: string): string {
  return `${HEAD}<RESOURCE type="results">
${info('QUERY_STATUS', 'ERROR', message)}</RESOURCE>
</VOTABLE>
`;
}

/** A table with its metadata. The rows are written separately. */
export interface VoTable {
  readonly description: string;
  readonly infos: readonly (readonly [name: string, value: string])[];
  readonly params: readonly VoParam[];
  readonly fields: readonly VoField[];
  readonly utype?: string;
}

/** Returns the beginning of a results table, up to its first row. */
export function tableHead({ description, infos, params, fields, utype }: VoTable): string {
  const kind = utype === undefined ? '' : ` utype="${utype}"`;
  return `${HEAD}<RESOURCE type="results"${kind}>
<DESCRIPTION>${escapeMarkup(description)}</DESCRIPTION>
${info('QUERY_STATUS', 'OK')}${infos.map(([name, value]) => info(name, value)).join('')}<TABLE${kind}>
${params.map(paramElement).join('')}${fields.map((field) => `<FIELD ${attributesOf(field)}${closing('FIELD', field)}`).join('')}<DATA><TABLEDATA>
`;
}

export function tableRow(values: readonly VoValue[]): string {
  return `<TR>${values.map((value) => `<TD>${value === null ? '' : typeof value === 'number' ? value : escapeMarkup(value)}</TD>`).join('')}</TR>\n`;
}

export function tableTail(overflow: string | undefined): string {
  const rest = overflow === undefined ? '' : info('QUERY_STATUS', 'OVERFLOW', overflow);
  return `</TABLEDATA></DATA></TABLE>
${rest}</RESOURCE>
</VOTABLE>
`;
}

/** Returns the answer to `FORMAT=METADATA`: the parameters of the service and the columns of its answers. */
export function metadataTable({ description, infos, params, fields }: VoTable): string {
  return `${HEAD}<RESOURCE type="results">
<DESCRIPTION>${escapeMarkup(description)}</DESCRIPTION>
${info('QUERY_STATUS', 'OK')}${infos.map(([name, value]) => info(name, value)).join('')}${params.map(paramElement).join('')}<TABLE>
${fields.map((field) => `<FIELD ${attributesOf(field)}${closing('FIELD', field)}`).join('')}</TABLE>
</RESOURCE>
</VOTABLE>
`;
}

function info(name: string, value: string, text?: string): string {
  return `<INFO name="${escapeMarkup(name)}" value="${escapeMarkup(value)}"${text === undefined ? '/>' : `>${escapeMarkup(text)}</INFO>`}\n`;
}

function paramElement(param: VoParam): string {
  const { value, range, options } = param;
  const limits = range === undefined ? '' : `<MIN value="${range.min}"/><MAX value="${range.max}"/>`;
  const choices = (options ?? []).map((option) => `<OPTION value="${escapeMarkup(option)}"/>`).join('');
  const values = limits + choices === '' ? '' : `<VALUES>${limits}${choices}</VALUES>`;
  return `<PARAM ${attributesOf(param)} value="${escapeMarkup(`${value}`)}"${closing('PARAM', param, values)}`;
}

function attributesOf({ name, datatype, ucd, utype, unit }: VoField): string {
  // Some readers make up an ID if the name is not a valid ID.
  const id = name.includes(':') ? { ID: name.replaceAll(':', '_') } : {};
  const attributes = { ...id, name, datatype, ...(datatype === 'char' ? { arraysize: '*' } : {}), ucd, utype, unit };
  return Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}="${escapeMarkup(value)}"`]))
    .join(' ');
}

function closing(element: string, { description }: VoField, more = ''): string {
  const text = description === undefined ? '' : `<DESCRIPTION>${escapeMarkup(description)}</DESCRIPTION>`;
  return text + more === '' ? '/>\n' : `>${text}${more}</${element}>\n`;
}
