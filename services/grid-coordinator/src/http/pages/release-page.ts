import { AXES, type Axis, type Release, type ReleaseMetadata } from '@almagest/contracts/grid';
import type { Coverage, PublishedRelease } from '../../application/releases/find-published.ts';
import { releaseBibtex } from '../../domain/releases/citation.ts';
import { escapeMarkup } from '@almagest/service-kit/markup';
import type { ReleaseSpectrum } from '../../domain/releases/release-spectrum.ts';

const AXIS_NAMES: Readonly<Record<Axis, string>> = {
  teff: 'effective temperature, K',
  logg: 'log g (cm/s²)',
  loghe: 'log n(He)/n(H)',
  logc: 'log n(C)/n(H)',
  logn: 'log n(N)/n(H)',
  logo: 'log n(O)/n(H)',
};

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#1c2430;background:#fff}
h1{line-height:1.2}table{border-collapse:collapse}td,th{padding:.25rem .8rem .25rem 0;text-align:left}td.n{text-align:right}
pre{background:#f5f7fa;padding:.8rem;overflow:auto;font:13px/1.45 ui-monospace,monospace}a{color:#1f5fa8}
img,svg{max-width:100%;height:auto}.note{color:#555}form{margin:.5rem 0}input,button{font:inherit;padding:.3rem .6rem}`;

function html(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeMarkup(title)}</title>
<style>${STYLE}</style></head><body><main>
${body}
</main></body></html>
`;
}

export function releasesPage(releases: readonly Release[]): string {
  const items = releases.map(
    ({ slug, version, metadata, content }) =>
      `<li><a href="/releases/${slug}/${version}">${escapeMarkup(metadata.title)}</a>, version ${version}: ${count(content?.points ?? 0, 'point')}, ${count(content?.spectra ?? 0, 'spectrum', 'spectra')}</li>`,
  );
  const list = items.length === 0 ? '<p>No grid is published yet.</p>' : `<ul>${items.join('\n')}</ul>`;
  return html('Published grids', `<h1>Published grids of stellar atmospheres</h1>\n${list}`);
}

/** Returns the page of a withdrawn release. */
export function withdrawnPage({ slug, version, metadata, withdrawn_at, note }: Release): string {
  return html(
    `${metadata.title} (withdrawn)`,
    `<h1>${escapeMarkup(metadata.title)}</h1>
<p>Version ${version} of ${slug} was withdrawn on ${(withdrawn_at ?? '').slice(0, 10)}: ${escapeMarkup(note ?? '')}</p>
<p>${escapeMarkup(creatorsOf(metadata))}</p>`,
  );
}

export interface ReleaseView {
  readonly release: PublishedRelease;
  readonly coverage: Coverage;
  /** The spectrum to show, undefined for a release without spectra. */
  readonly spectrum: ReleaseSpectrum | undefined;
  /** The absolute addresses of the page and of the spectral service. */
  readonly page: string;
  readonly service: string;
}

/**
 * Returns the page of a release. The page contains no data about the installation or its people, except the stated
 * authors.
 */
export function releasePage({ release, coverage, spectrum, page, service }: ReleaseView): string {
  const { slug, version, metadata, content } = release;
  const { title, description, license, license_url: url, funding = [], related_dois: dois = [] } = metadata;
  const base = `/releases/${slug}/${version}`;
  const file = (name: string, text: string) => `<li><a href="${base}/files/${name}">${name}</a>: ${text}</li>`;
  const licence =
    url === undefined ? escapeMarkup(license) : `<a href="${escapeMarkup(url)}">${escapeMarkup(license)}</a>`;
  const cited = { slug, version, metadata, asOf: content.as_of };
  return html(
    title,
    `<h1>${escapeMarkup(title)}</h1>
<p>${creatorLinks(metadata)}<br>Version ${version}, results of ${content.as_of.slice(0, 10)}. ${escapeMarkup(metadata.publisher)}. Licence: ${licence}</p>
<p>${escapeMarkup(description).replaceAll(/\n\s*\n/g, '</p>\n<p>')}</p>
${funding.length === 0 ? '' : `<p>Funding: ${funding.map(({ funder, award }) => escapeMarkup(award === undefined ? funder : `${funder} (${award})`)).join('; ')}</p>`}
${dois.length === 0 ? '' : `<p>Described in ${dois.map((doi) => `<a href="https://doi.org/${escapeMarkup(encodeURI(doi))}">${escapeMarkup(doi)}</a>`).join(', ')}</p>`}
<h2>Coverage</h2>
<p>${count(content.points, 'model')}, ${count(content.spectra, 'spectrum', 'spectra')}.</p>
<table><thead><tr><th>Axis</th><th>from</th><th>to</th><th>values</th></tr></thead><tbody>
${AXES.map((axis) => `<tr><td>${AXIS_NAMES[axis]}</td><td class="n">${content.axes[axis].min}</td><td class="n">${content.axes[axis].max}</td><td class="n">${content.axes[axis].values}</td></tr>`).join('\n')}
</tbody></table>
${coverageMap(coverage)}
${productTable(release)}
${viewer(release, spectrum)}
<h2>Downloads</h2>
<ul>
${file('archive.tar', `everything, a BagIt bag of ${size(content.archive_bytes)}, SHA-256 <code>${content.archive_sha256}</code>`)}
${file('points.csv', 'a row for each model')}
${file('points.parquet', 'the same rows as Parquet')}
${file('spectra.csv', 'a row for each spectrum')}
</ul>
<h2>How to cite</h2>
<pre>${escapeMarkup(releaseBibtex(cited, page))}</pre>
<ul>
${file('citation.bib', 'BibTeX')}
${file('CITATION.cff', 'Citation File Format')}
${file('datacite.json', 'metadata for a repository that assigns DOIs')}
</ul>
<h2>Machine access</h2>
<ul>
<li>Virtual Observatory (SSAP 1.1, theory): <code>${escapeMarkup(`${service}/ssap`)}</code>, with
<a href="/vo/${slug}/capabilities">capabilities</a>, <a href="/vo/${slug}/availability">availability</a> and <a href="/vo/${slug}/resource">registry record</a></li>
<li>Interpolated spectra with their estimated error: <code>${escapeMarkup(`${service}/interpolate?TEFF=…&LOGG=…`)}</code></li>
${file('release.json', 'this page as JSON')}
</ul>`,
  );
}

function creatorsOf({ creators }: ReleaseMetadata): string {
  return creators.map(({ name }) => name).join('; ');
}

function creatorLinks({ creators }: ReleaseMetadata): string {
  return creators
    .map(({ name, orcid, affiliation }) => {
      const text =
        orcid === undefined ? escapeMarkup(name) : `<a href="https://orcid.org/${orcid}">${escapeMarkup(name)}</a>`;
      return affiliation === undefined ? text : `${text} (${escapeMarkup(affiliation)})`;
    })
    .join('; ');
}

function productTable({ content }: PublishedRelease): string {
  if (content.products.length === 0) return '';
  const rows = content.products.map(
    ({ name, spectra, medium, wavelength, flux, min, max }) =>
      `<tr><td>${escapeMarkup(name ?? 'spectrum')}</td><td class="n">${spectra}</td><td>${min} to ${max} ${escapeMarkup(wavelength.unit ?? '')} in ${medium}</td><td>${escapeMarkup(flux.unit === null ? flux.quantity : `${flux.quantity}, ${flux.unit}`)}</td></tr>`,
  );
  return `<table><thead><tr><th>Spectra</th><th>Number</th><th>Wavelengths</th><th>Flux</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`;
}

function viewer({ slug, version, content }: PublishedRelease, spectrum: ReleaseSpectrum | undefined): string {
  if (spectrum === undefined) return '';
  const { number, point_name, product } = spectrum;
  const base = `/releases/${slug}/${version}`;
  const link = (format: string, text: string) => `<a href="${base}/spectra/${number}.${format}">${text}</a>`;
  const step = (to: number, text: string) =>
    to < 1 || to > content.spectra ? '' : `<a href="${base}?spectrum=${to}#spectra">${text}</a> `;
  return `<h2 id="spectra">Spectra</h2>
<form action="${base}#spectra"><label>Number <input name="spectrum" type="number" min="1" max="${content.spectra}" value="${number}"></label> <button>Show</button>
${step(number - 1, 'Previous')}${step(number + 1, 'Next')}</form>
<p><b>${escapeMarkup(point_name)}</b>${product === null ? '' : ` (${escapeMarkup(product)})`}: ${link('vot', 'VOTable')}, ${link('fits', 'FITS')}, ${link('txt', 'text')}</p>
<img src="${base}/spectra/${number}.svg" alt="Spectrum of ${escapeMarkup(point_name)}" width="900" height="320">`;
}

const CELL = 22;
const MAP_LEFT = 60;
const MAP_BOTTOM = 60;

/** Draws how many spectra each pair of temperature and gravity has. */
function coverageMap(coverage: ReleaseView['coverage']): string {
  const teffs = [...new Set(coverage.map(({ teff }) => teff))].toSorted((a, b) => a - b);
  const loggs = [...new Set(coverage.map(({ logg }) => logg))].toSorted((a, b) => a - b);
  if (teffs.length < 2 || teffs.length * loggs.length > 10_000) return '';
  const most = coverage.reduce((largest, { count: each }) => Math.max(largest, each), 1);
  const cells = coverage.map(({ teff, logg, count: each }) => {
    const [x, y] = [MAP_LEFT + teffs.indexOf(teff) * CELL, loggs.indexOf(logg) * CELL];
    const lightness = 88 - Math.round((each / most) * 50);
    return `<rect x="${x}" y="${y}" width="${CELL - 1}" height="${CELL - 1}" fill="hsl(212 60% ${lightness}%)"><title>${teff} K, log g ${logg}: ${each}</title></rect>`;
  });
  const height = loggs.length * CELL;
  const labels = [
    ...loggs.map((logg, row) => `<text x="${MAP_LEFT - 6}" y="${row * CELL + 15}" text-anchor="end">${logg}</text>`),
    ...teffs.map((teff, column) => {
      const x = MAP_LEFT + column * CELL + 14;
      return `<text transform="translate(${x} ${height + 6}) rotate(-90)" text-anchor="end">${teff}</text>`;
    }),
  ];
  return `<svg role="img" aria-label="Number of spectra by effective temperature and log g" width="${MAP_LEFT + teffs.length * CELL}" height="${height + MAP_BOTTOM}" font-size="12" font-family="sans-serif">
${cells.join('\n')}
${labels.join('\n')}
</svg>
<p class="note">Spectra by effective temperature (K) and log g. Darker cells have more spectra.</p>`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function size(bytes: number): string {
  const exponent = Math.min(4, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)));
  return `${(bytes / 1_000 ** exponent).toPrecision(3)} ${['B', 'kB', 'MB', 'GB', 'TB'][exponent] ?? ''}`;
}
