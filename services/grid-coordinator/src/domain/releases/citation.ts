import type { Release, ReleaseCreator } from '@almagest/contracts/grid';

type Cited = Pick<Release, 'slug' | 'version' | 'metadata'> & {
  /** RFC 3339. */
  readonly asOf: string;
};

/** Returns `CITATION.cff` (Citation File Format 1.2.0) of a release. */
export function releaseCitation({ metadata, version, asOf }: Cited): string {
  const text = (value: string) => JSON.stringify(value);
  const { title, description, creators, license, keywords = [], related_dois: dois = [] } = metadata;
  return [
    'cff-version: 1.2.0',
    'message: If you use this grid, please cite it.',
    'type: dataset',
    `title: ${text(title)}`,
    `abstract: ${text(description)}`,
    `version: ${text(version)}`,
    `date-released: ${text(asOf.slice(0, 10))}`,
    `license: ${text(license)}`,
    'authors:',
    ...creators.flatMap(({ name, orcid, affiliation }) => [
      `  - name: ${text(name)}`,
      ...(orcid === undefined ? [] : [`    orcid: ${text(`https://orcid.org/${orcid}`)}`]),
      ...(affiliation === undefined ? [] : [`    affiliation: ${text(affiliation)}`]),
    ]),
    ...(keywords.length === 0 ? [] : ['keywords:', ...keywords.map((word) => `  - ${text(word)}`)]),
    ...(dois.length === 0
      ? []
      : ['identifiers:', ...dois.flatMap((doi) => ['  - type: doi', `    value: ${text(doi)}`])]),
    '',
  ].join('\n');
}

/** Returns the metadata for DataCite (schema 4.5), ready for a repository that assigns the DOI. */
export function dataCite({ slug, metadata, version, asOf }: Cited): Record<string, unknown> {
  const {
    title,
    description,
    creators,
    publisher,
    license,
    license_url: url,
    keywords,
    funding,
    related_dois: dois,
  } = metadata;
  return {
    types: { resourceTypeGeneral: 'Dataset', resourceType: 'Grid of stellar-atmosphere models' },
    identifiers: [{ identifier: `${slug} ${version}`, identifierType: 'Other' }],
    titles: [{ title }],
    creators: creators.map((creator) => ({
      name: creator.name,
      ...(creator.orcid === undefined
        ? {}
        : {
            nameIdentifiers: [
              {
                nameIdentifier: `https://orcid.org/${creator.orcid}`,
                nameIdentifierScheme: 'ORCID',
                schemeUri: 'https://orcid.org',
              },
            ],
          }),
      affiliation: creator.affiliation === undefined ? [] : [{ name: creator.affiliation }],
    })),
    publisher,
    publicationYear: Number(asOf.slice(0, 4)),
    version,
    dates: [{ date: asOf.slice(0, 10), dateType: 'Created' }],
    descriptions: [{ description, descriptionType: 'Abstract' }],
    rightsList: [
      { rightsIdentifier: license, rightsIdentifierScheme: 'SPDX', ...(url === undefined ? {} : { rightsUri: url }) },
    ],
    subjects: (keywords ?? []).map((subject) => ({ subject })),
    fundingReferences: (funding ?? []).map(({ funder, award }) => ({
      funderName: funder,
      ...(award === undefined ? {} : { awardNumber: award }),
    })),
    relatedIdentifiers: (dois ?? []).map((doi) => ({
      relatedIdentifier: doi,
      relatedIdentifierType: 'DOI',
      relationType: 'IsDescribedBy',
    })),
    schemaVersion: 'http://datacite.org/schema/kernel-4',
  };
}

/** Returns a BibTeX entry. `address` is the page of the release. */
export function releaseBibtex({ slug, metadata, version, asOf }: Cited, address: string): string {
  return `@misc{${slug}-${version},
  author = {${metadata.creators.map(bibtexName).join(' and ')}},
  title = {{${bibtexText(metadata.title)}}},
  version = {${version}},
  year = {${asOf.slice(0, 4)}},
  publisher = {${bibtexText(metadata.publisher)}},
  url = {${address}}
}
`;
}

/** Braces a name without a comma, so that BibTeX does not split it. */
function bibtexName({ name }: ReleaseCreator): string {
  const text = bibtexText(name);
  return name.includes(',') ? text : `{${text}}`;
}

function bibtexText(text: string): string {
  return text
    .replaceAll(/[{}\\]/g, '')
    .replaceAll(/[&%$#_]/g, String.raw`\$&`)
    .replaceAll('~', String.raw`\textasciitilde{}`)
    .replaceAll('^', String.raw`\textasciicircum{}`)
    .replaceAll(/\s+/g, ' ');
}
