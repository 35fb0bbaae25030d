import type { Entry } from '../papers.ts';

const NAMESPACES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  z: 'http://www.zotero.org/namespaces/export#',
  dc: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
  bib: 'http://purl.org/net/biblio#',
  foaf: 'http://xmlns.com/foaf/0.1/',
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Returns preprints and a thesis as Zotero's RDF. All are in one collection and have a tag, and the first has a note.
 */
export function zoteroExport(
  entries: readonly Entry[],
  words: Readonly<Record<'collection' | 'tag' | 'note', string>>,
) {
  const items = entries.map(
    ({ paper }, place) => `
  <bib:Article rdf:about="#item_${place}">
    <z:itemType>preprint</z:itemType>
    <dc:title>${escaped(paper.title)}</dc:title>
    <dc:date>${paper.year}-${paper.month}</dc:date>
    <dc:identifier><dcterms:URI><rdf:value>http://arxiv.org/abs/${paper.preprint?.id}</rdf:value></dcterms:URI></dc:identifier>
    <dc:subject>${words.tag}</dc:subject>
    ${place === 0 ? '<dcterms:isReferencedBy rdf:resource="#note"/>' : ''}
  </bib:Article>`,
  );
  const parts = entries.map((_, place) => `<dcterms:hasPart rdf:resource="#item_${place}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF ${Object.entries(NAMESPACES)
    .map(([name, uri]) => `xmlns:${name}="${uri}"`)
    .join(' ')}>${items.join('')}
  <bib:Memo rdf:about="#note"><rdf:value>&lt;p&gt;${words.note}&lt;/p&gt;</rdf:value></bib:Memo>
  <bib:Thesis rdf:about="#thesis">
    <z:itemType>thesis</z:itemType>
    <dc:title>On the winds of Be stars</dc:title>
    <dc:date>2011</dc:date>
    <bib:authors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>de la Vega</foaf:surname><foaf:givenName>María</foaf:givenName></foaf:Person></rdf:li></rdf:Seq></bib:authors>
  </bib:Thesis>
  <z:Collection rdf:about="#collection"><dc:title>${words.collection}</dc:title>${parts.join('')}</z:Collection>
</rdf:RDF>`;
}
