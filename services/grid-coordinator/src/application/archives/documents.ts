import type { Release } from '@almagest/contracts/grid';
import { releaseCitation } from '../../domain/releases/citation.ts';
import { ATTEMPT_COLUMNS, describeColumns, POINT_COLUMNS } from './tables.ts';

export interface ArchiveFacts {
  readonly workflow: string;
  readonly description: string | null;
  /** The latest time in the exported rows, RFC 3339. No other time is written, so the same rows give the same bytes. */
  readonly asOf: string;
  readonly softwareVersion: string;
  readonly selection: Readonly<Record<string, unknown>>;
  readonly points: number;
  readonly converged: number;
  readonly attempts: number;
  readonly models: number;
  readonly records: number;
  readonly artifacts: number;
  /** The number of spectra that are also exported as FITS files. Undefined unless requested. */
  readonly spectra: { readonly files: number; readonly unreadable: number } | undefined;
  /** The release that the archive belongs to, undefined for plain exports. */
  readonly release: ArchivedRelease | undefined;
}

/** The fields of a release that its archive contains. */
export type ArchivedRelease = Pick<Release, 'slug' | 'version' | 'metadata'>;

/** Returns `bag-info.txt` (RFC 8493, 2.2.2). */
export function bagInfo(facts: ArchiveFacts, payload: { readonly bytes: number; readonly files: number }): string {
  return lines([
    ['Bag-Software-Agent', `Almagest grid coordinator ${facts.softwareVersion}`],
    ['Bagging-Date', facts.asOf.slice(0, 10)],
    ['External-Identifier', facts.workflow],
    ['External-Description', oneLine(facts.description ?? `Stellar-atmosphere grid ${facts.workflow}`)],
    ['Payload-Oxum', `${payload.bytes}.${payload.files}`],
  ]);
}

function lines(labels: readonly (readonly [string, string])[]): string {
  return labels.map(([label, value]) => `${label}: ${value}\n`).join('');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
}

/** Returns `CITATION.cff` (Citation File Format 1.2.0). */
export function citation({ workflow, description, asOf, softwareVersion, release }: ArchiveFacts): string {
  if (release !== undefined) return releaseCitation({ ...release, asOf });
  const text = (value: string) => JSON.stringify(value);
  return [
    'cff-version: 1.2.0',
    'message: If you use this grid, please cite it with its authors and with the codes that computed it.',
    'type: dataset',
    `title: ${text(`Stellar-atmosphere grid ${workflow}`)}`,
    ...(description === null || description === '' ? [] : [`abstract: ${text(oneLine(description))}`]),
    'authors:',
    `  - name: ${text(`The authors of the grid ${workflow}`)}`,
    `date-released: ${text(asOf.slice(0, 10))}`,
    'references:',
    '  - type: software',
    '    title: Almagest grid coordinator',
    `    version: ${text(softwareVersion)}`,
    '    authors:',
    '      - name: The Almagest developers',
    '',
  ].join('\n');
}

interface CrateEntity {
  readonly '@id': string;
  readonly '@type': string;
  readonly [property: string]: unknown;
}

const FILES: readonly (readonly [path: string, name: string, format: string])[] = [
  ['README.md', 'What is in this archive', 'text/markdown'],
  ['CITATION.cff', 'How to cite the grid', 'application/yaml'],
  ['configuration.yaml', 'The latest configuration of the workflow as its author wrote it', 'application/yaml'],
  ['points.csv', 'All points with their results', 'text/csv'],
  ['points.parquet', 'All points with their results', 'application/vnd.apache.parquet'],
  ['attempts.csv', 'All attempts that have ended', 'text/csv'],
  ['attempts.parquet', 'All attempts that have ended', 'application/vnd.apache.parquet'],
];

const FOLDERS: readonly (readonly [path: string, name: string])[] = [
  ['artifacts/', 'Spectra, logs and other files from attempts, by point and attempt'],
  ['models/', 'Structure files of the models, by point'],
  ['records/', 'Diagnostic records of the attempts, by point'],
  ['rows/', 'Rows of the database as JSON, which an import reads'],
];

/** Returns `ro-crate-metadata.json` (RO-Crate 1.1). Lists folders instead of the files in them. */
export function crate(facts: ArchiveFacts): string {
  const { workflow, description, asOf, softwareVersion, release } = facts;
  const software = { '@id': '#almagest' };
  const parts: CrateEntity[] = [
    ...FILES.map(([path, name, encodingFormat]) => ({ '@id': path, '@type': 'File', name, encodingFormat })),
    ...FOLDERS.map(([path, name]) => ({ '@id': path, '@type': 'Dataset', name })),
  ];
  const graph: CrateEntity[] = [
    {
      '@id': 'ro-crate-metadata.json',
      '@type': 'CreativeWork',
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
      about: { '@id': './' },
    },
    {
      '@id': './',
      '@type': 'Dataset',
      ...authored(workflow, description, release),
      datePublished: asOf,
      variableMeasured: POINT_COLUMNS.map(({ name }) => name),
      hasPart: parts.map((part) => ({ '@id': part['@id'] })),
      mentions: software,
    },
    ...parts,
    { ...software, '@type': 'SoftwareApplication', name: 'Almagest grid coordinator', version: softwareVersion },
  ];
  const context = 'https://w3id.org/ro/crate/1.1/context';
  return `${JSON.stringify({ '@context': context, '@graph': graph }, null, 2)}\n`;
}

function authored(workflow: string, description: string | null, release: ArchivedRelease | undefined) {
  if (release === undefined)
    return {
      name: `Stellar-atmosphere grid ${workflow}`,
      description: description ?? `Models of the workflow ${workflow}`,
      identifier: workflow,
      license: 'Not stated. The authors of the grid decide it',
    };
  const { slug, version, metadata } = release;
  return {
    name: metadata.title,
    description: metadata.description,
    identifier: slug,
    version,
    license: metadata.license_url ?? `https://spdx.org/licenses/${metadata.license}`,
    author: metadata.creators.map(({ name, orcid }) => ({
      ...(orcid === undefined ? {} : { '@id': `https://orcid.org/${orcid}` }),
      '@type': 'Person',
      name,
    })),
    publisher: { '@type': 'Organization', name: metadata.publisher },
  };
}

function citationNote(release: ArchivedRelease | undefined): string {
  return release === undefined
    ? '`CITATION.cff` has no authors: add them before you publish the grid.'
    : `\`CITATION.cff\` says how to cite version ${release.version}.`;
}

function describeSpectra(spectra: ArchiveFacts['spectra']): string {
  if (spectra === undefined)
    return 'Files are unchanged since they were computed. An export with `spectra=fits` (`gridctl export --fits`) adds the spectra as FITS files.';
  const { files, unreadable } = spectra;
  const others =
    unreadable === 0 ? '' : ` Files that are not text with two columns of numbers have no FITS file: ${unreadable}.`;
  return `Files are unchanged since they were computed. ${files} spectra are also included as FITS files, each with one binary table (FITS 4.0):
\`spectra/<point>/<attempt>/….fits\`, made from the text file in \`artifacts/\` with the same name and a different ending.${others}`;
}

export function readme(facts: ArchiveFacts): string {
  const { workflow, description, asOf, points, converged, attempts, models, records, artifacts } = facts;
  const filters = Object.entries(facts.selection).map(([key, value]) => `${key}=${String(value)}`);
  return `# Grid ${workflow}

${description ?? 'A grid of stellar-atmosphere models.'}

State of ${asOf} (UTC). ${filters.length === 0 ? 'All points of the configuration.' : `Points with ${filters.join(', ')}.`}

| | |
| --- | ---: |
| points | ${points} |
| converged points | ${converged} |
| ended attempts | ${attempts} |
| model files | ${models} |
| diagnostic records | ${records} |
| artifacts | ${artifacts} |

## Contents

- \`points.csv\`, \`points.parquet\`: a row for each point. \`attempts.csv\`, \`attempts.parquet\`: a row for each attempt that has
  ended. The CSV files follow RFC 4180. Texts that a spreadsheet would treat as a formula begin with an apostrophe.
- \`models/<point>/<version>.7\`: the structure files as the engine wrote them. The version is the beginning of the SHA-256.
  Models that served as seeds are included, even if other workflows computed them.
- \`records/<point>/<attempt>.json\`: the engine's summary of an attempt. \`conv.json\`: the record of an imported result.
- \`artifacts/<point>/<attempt>/…\`: spectra, logs and other files from attempts.
- \`configuration.yaml\`: the workflow's latest configuration as its author wrote it. Spectra of earlier runs may have products
  that only the configurations of these runs name (\`rows/starts.jsonl\`).
- \`rows/\`: the rows of the coordinator's database, for \`gridctl import\`. \`rows/workflow.json\` names the versions (SHA-256) of the
  line lists and other assets that each start used, \`rows/starts.jsonl\` its configuration. The assets themselves are not included.
  \`rows/judgements.jsonl\` contains the judgements of points and models, \`rows/reproductions.jsonl\` the
  reproductions and how much their results differ, \`rows/counts.jsonl\` the attempt counts of a
  whole workflow.
- ${citationNote(facts.release)} \`ro-crate-metadata.json\` describes the
  archive (RO-Crate 1.1).

${describeSpectra(facts.spectra)}

## Verification

This is a BagIt bag (RFC 8493): \`manifest-sha256.txt\` has the SHA-256 of each file. Check it with any BagIt tool, or in the
folder of the bag with \`sha256sum --check --quiet manifest-sha256.txt\`.

## Columns of points

${describeColumns(POINT_COLUMNS)}

## Columns of attempts

${describeColumns(ATTEMPT_COLUMNS)}
`;
}
