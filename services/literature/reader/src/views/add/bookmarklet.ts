/**
 * Runs in the page where the person clicks the bookmark. Opens `add` with the identifier in the page's citation
 * metadata, or else with the page's address.
 */
const SCRIPT = `(add=>{
const meta=n=>(document.querySelector('meta[name="'+n+'" i],meta[property="'+n+'" i]')||{}).content||'';
const preprint=meta('citation_arxiv_id');
const doi=[meta('citation_doi'),meta('prism.doi'),meta('dc.identifier')].map(t=>(t.match(/10\\.\\d{4,9}\\/\\S+/)||[''])[0]).find(Boolean);
open(add+'?save='+encodeURIComponent((preprint?'arXiv:'+preprint:doi)||location.href));
})`;

/** Returns the address of a bookmark that opens the page at `add` with the paper of the current page. */
export function bookmarkletFor(add: string): string {
  return `javascript:${encodeURIComponent(`${SCRIPT.replaceAll('\n', '')}(${JSON.stringify(add)})`)}`;
}

/** Returns the identifier from the address that the bookmark opens. */
export function readSaved(search: Readonly<Record<string, unknown>>): { readonly save?: string } {
  const { save } = search;
  return typeof save === 'string' && save.trim() !== '' ? { save: save.trim().slice(0, 512) } : {};
}
