import type { ReleaseMetadata } from '@almagest/contracts/grid';
import { escapeMarkup } from '@almagest/service-kit/markup';
import { DEFAULT_RECORDS, MOST_RECORDS } from './ssap-query.ts';

/** The facts in the documents of a spectral service. Addresses are absolute. */
export interface ServiceFacts {
  readonly slug: string;
  readonly version: string;
  readonly metadata: ReleaseMetadata;
  readonly asOf: string;
  readonly publishedAt: string;
  /** The address of `/vo/{slug}`. */
  readonly service: string;
  /** The address of the release's page. */
  readonly page: string;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACES = `xmlns:vr="http://www.ivoa.net/xml/VOResource/v1.0" xmlns:vs="http://www.ivoa.net/xml/VODataService/v1.1" xmlns:ssap="http://www.ivoa.net/xml/SSA/v1.1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`;

/** Returns the VOSI capabilities document (VOSI 1.1, SimpleDALRegExt 1.1). */
export function capabilities(facts: ServiceFacts): string {
  return `${XML}<vosi:capabilities xmlns:vosi="http://www.ivoa.net/xml/VOSICapabilities/v1.0" ${NAMESPACES}>
${capabilityElements(facts)}</vosi:capabilities>
`;
}

export function availability(): string {
  return `${XML}<vosi:availability xmlns:vosi="http://www.ivoa.net/xml/VOSIAvailability/v1.0">
<vosi:available>true</vosi:available>
</vosi:availability>
`;
}

/** Returns the VOSI table set. It contains no tables, because the service has no tables to query. */
export function tableSet(): string {
  return `${XML}<vosi:tableset xmlns:vosi="http://www.ivoa.net/xml/VOSITables/v1.0" ${NAMESPACES}>
<schema><name>ssap</name><description>Spectra are queried with the parameters of SSAP, not with ADQL.</description></schema>
</vosi:tableset>
`;
}

/**
 * Returns the VOResource record, ready for a registry. The publisher must replace the authority with its own authority.
 */
export function resourceRecord(facts: ServiceFacts): string {
  const { slug, version, metadata, asOf, publishedAt, page } = facts;
  const { title, description, creators, publisher, license, license_url: url, keywords = [] } = metadata;
  const subjects = keywords.length === 0 ? ['stellar atmospheres'] : keywords;
  const rights = url === undefined ? '' : ` rightsURI="${escapeMarkup(url)}"`;
  const uri = (orcid: string | undefined) => (orcid === undefined ? '' : ` ivo-id="orcid:${orcid}"`);
  return `${XML}<ri:Resource xmlns:ri="http://www.ivoa.net/xml/RegistryInterface/v1.0" ${NAMESPACES} xsi:type="vs:CatalogService" created="${seconds(asOf)}" updated="${seconds(publishedAt)}" status="active">
<title>${escapeMarkup(title)}</title>
<shortName>${escapeMarkup(slug.slice(0, 16))}</shortName>
<identifier>ivo://x-unregistered/${slug}</identifier>
<curation>
<publisher>${escapeMarkup(publisher)}</publisher>
${creators.map(({ name, orcid }) => `<creator><name${uri(orcid)}>${escapeMarkup(name)}</name></creator>\n`).join('')}<date role="Created">${asOf.slice(0, 10)}</date>
<version>${version}</version>
<contact><name>${escapeMarkup(publisher)}</name></contact>
</curation>
<content>
${subjects.map((word) => `<subject>${escapeMarkup(word)}</subject>\n`).join('')}<description>${escapeMarkup(description)}</description>
<referenceURL>${escapeMarkup(page)}</referenceURL>
<type>Simulation</type>
<contentLevel>Research</contentLevel>
</content>
<rights${rights}>${escapeMarkup(license)}</rights>
${capabilityElements(facts)}</ri:Resource>
`;
}

function seconds(time: string): string {
  return `${time.slice(0, 19)}Z`;
}

function capabilityElements({ service }: ServiceFacts): string {
  const vosi = (name: string) => `<capability standardID="ivo://ivoa.net/std/VOSI#${name}">
<interface xsi:type="vs:ParamHTTP" version="1.0"><accessURL use="full">${escapeMarkup(`${service}/${name}`)}</accessURL></interface>
</capability>
`;
  return `<capability xsi:type="ssap:SimpleSpectralAccess" standardID="ivo://ivoa.net/std/SSA">
<interface xsi:type="vs:ParamHTTP" role="std" version="1.1">
<accessURL use="base">${escapeMarkup(`${service}/ssap?`)}</accessURL>
<queryType>GET</queryType>
<resultType>application/x-votable+xml</resultType>
</interface>
<complianceLevel>query</complianceLevel>
<dataSource>theory</dataSource>
<creationType>archival</creationType>
<supportedFrame>ICRS</supportedFrame>
<maxSearchRadius>180</maxSearchRadius>
<maxRecords>${MOST_RECORDS}</maxRecords>
<defaultMaxRecords>${DEFAULT_RECORDS}</defaultMaxRecords>
<maxAperture>180</maxAperture>
<testQuery><queryDataCmd>REQUEST=queryData&amp;MAXREC=1</queryDataCmd></testQuery>
</capability>
${['capabilities', 'availability', 'tables'].map(vosi).join('')}`;
}
