import { NO_ENCODING, type BadRequest } from './bad-requests.ts';
import { KNOWN, type OperationName } from './good-requests.ts';

/** Returns requests with invalid query parameters. */
export function badQueries(): BadRequest[] {
  const noOffsets = ['', 'x', '1.5', '1e3', '0x10', '%201', '--1', '-1'];
  const numbers = [...noOffsets, '9'.repeat(30)];
  const shapes = (key: string) => [`${key}=1&${key}=2`, `${key}[]=1`, `${key}[a]=1`];
  const codes = ['', 'bibcode=', 'bibcode=a%00b', `bibcode=${'x'.repeat(513)}`, ...shapes('bibcode')];
  const objectNames = (key: string) => [
    ...['', '%20', 'a%00b', 'x'.repeat(201)].map((name) => `${key}=${name}`),
    ...shapes(key),
  ];
  const texts = ['', 'q=', 'q=%20', 'q=a%00b', `q=${'x'.repeat(1_001)}`, ...shapes('q')];
  const of = (name: OperationName, names: string, all: readonly string[], rest = '') =>
    all.map((query): BadRequest => {
      return { name, what: `?${query.slice(0, 40)}`, status: 400, names, query: `${query}${rest}` };
    });
  const sources = ['source=', 'source=ads', 'source=ALL', ...shapes('source')];
  return [
    ...of('searchPapers', 'q', texts),
    ...of('searchPapers', 'source', sources, '&q=x'),
    ...of('searchPapers', 'sort', ['sort=', 'sort=new', ...shapes('sort')], '&q=x'),
    ...of(
      'searchPapers',
      'rows',
      [...numbers.map((n) => `rows=${n}`), 'rows=0', 'rows=201', ...shapes('rows')],
      '&q=x',
    ),
    ...of('searchPapers', 'start', [...numbers.map((n) => `start=${n}`), ...shapes('start')], '&q=x'),
    ...of('countMatches', 'q', texts, '&source=all'),
    ...of('countMatches', 'source', ['', ...sources], '&q=x'),
    ...of('listLibrary', 'limit', [...numbers.map((n) => `limit=${n}`), 'limit=0', 'limit=100001', ...shapes('limit')]),
    ...of('listLibrary', 'offset', [...noOffsets.map((n) => `offset=${n}`), ...shapes('offset')]),
    ...of('listSessions', 'limit', [...numbers.map((n) => `limit=${n}`), 'limit=0', 'limit=101', ...shapes('limit')]),
    ...of('listSessions', 'offset', [...numbers.map((n) => `offset=${n}`), ...shapes('offset')]),
    ...of('listLibrary', 'q', ['q=', 'q=a%00b', `q=${'x'.repeat(201)}`, ...shapes('q')]),
    ...of('listLibrary', 'order', ['order=', 'order=title', ...shapes('order')]),
    ...of('exportLibrary', 'format', ['', 'format=', 'format=docx', ...shapes('format')]),
    ...of('exportLibrary', 'bibcode', ['bibcode=', 'bibcode=a%00b', ...shapes('bibcode')], '&format=ris'),
    ...of('exportLibrary', 'tag', ['tag=', 'tag=a%00b', `tag=${'x'.repeat(201)}`, ...shapes('tag')], '&format=ris'),
    ...of(
      'exportLibrary',
      'collection',
      [...numbers.map((n) => `collection=${n}`), 'collection=0', 'collection=2147483648', ...shapes('collection')],
      '&format=ris',
    ),
    ...of('searchLibrary', 'q', [...texts.slice(0, -4), `q=${'x'.repeat(501)}`, 'q=-a', 'q=%22%22', ...shapes('q')]),
    ...of('searchLibrary', 'kind', ['kind=', 'kind=title', ...shapes('kind')], '&q=x'),
    ...of('searchLibrary', 'tag', ['tag=', 'tag=a%00b', ...shapes('tag')], '&q=x'),
    ...(['collection', 'year_from', 'year_to', 'limit', 'offset'] as const).flatMap((key) =>
      of('searchLibrary', key, [...numbers.map((n) => `${key}=${n}`), `${key}=2147483648`, ...shapes(key)], '&q=x'),
    ),
    ...of('readPaperFile', 'bibcode', codes, '&type=pdf'),
    ...of('readPaperFile', 'type', ['', 'type=', 'type=doc', ...shapes('type')], `&bibcode=${KNOWN}`),
    ...of('readPaper', 'bibcode', codes),
    ...of('renderPaper', 'bibcode', codes),
    ...of('translationProgress', 'bibcode', codes),
    ...of('recognitionProgress', 'bibcode', codes),
    ...of('importProgress', 'id', ['', 'id=', 'id=x', 'id=12345678%00', `id=${'a'.repeat(65)}`, ...shapes('id')]),
    ...of('readOutline', 'bibcode', codes),
    ...of('readBlocks', 'bibcode', codes, '&from=0&count=1'),
    ...of(
      'readBlocks',
      'from',
      ['', ...numbers.map((n) => `from=${n}`), ...shapes('from')],
      `&count=1&bibcode=${KNOWN}`,
    ),
    ...of('readBlocks', 'count', ['', 'count=0', 'count=201', ...shapes('count')], `&from=0&bibcode=${KNOWN}`),
    ...of('readCitations', 'bibcode', codes),
    ...(['listCitedPapers', 'listCitationContexts'] as const).flatMap((name) => [
      ...of(name, 'bibcode', codes, '&direction=references'),
      ...of(name, 'direction', ['', 'direction=', 'direction=both', ...shapes('direction')], `&bibcode=${KNOWN}`),
      ...of(name, 'rows', ['rows=0', 'rows=201', ...shapes('rows')], `&bibcode=${KNOWN}&direction=citations`),
      ...of(name, 'start', ['start=-1', 'start=1000001'], `&bibcode=${KNOWN}&direction=citations`),
    ]),
    ...of('listRelatedPapers', 'bibcode', codes),
    ...of('listRelatedPapers', 'limit', ['limit=0', 'limit=51', ...shapes('limit')], `&bibcode=${KNOWN}`),
    ...of('listCitationContexts', 'other', ['other=', 'other=a%00b'], `&bibcode=${KNOWN}&direction=citations`),
    ...of('listDuplicates', 'rows', ['rows=0', 'rows=101', ...shapes('rows')]),
    ...of('listDuplicates', 'start', ['start=-1', ...shapes('start')]),
    ...of('readCitationGraph', 'limit', ['limit=0', 'limit=2001', ...shapes('limit')]),
    ...of('listNotes', 'bibcode', codes),
    ...of('queryTarget', 'name', ['', ...objectNames('name')]),
    ...['0', 'x', '-1', '1.5', '01', '9999999999', '%00', ...NO_ENCODING].map((id): BadRequest => {
      return { name: 'deleteAnswer', what: `id ${id}`, status: 400, names: /id|path/, path: { id } };
    }),
    ...of('listAnswers', 'bibcode', codes.slice(1)),
    ...of('listAnswers', 'limit', [...numbers.map((n) => `limit=${n}`), 'limit=0', 'limit=101', ...shapes('limit')]),
    ...of('listAnswers', 'before', [...numbers.map((n) => `before=${n}`), 'before=0', ...shapes('before')]),
    ...of('listTargets', 'bibcode', codes.slice(1)),
    ...of('listTargets', 'q', objectNames('q')),
    ...of('listTargets', 'limit', [...numbers.map((n) => `limit=${n}`), 'limit=0', 'limit=100001', ...shapes('limit')]),
    ...of('listTargets', 'offset', [...noOffsets.map((n) => `offset=${n}`), ...shapes('offset')]),
    ...[
      ['x', 404, /there is no session/] as const,
      ['x'.repeat(101), 400, /tool/] as const,
      ['%00', 404, /there is no session/] as const,
    ].map(([tool, status, names]): BadRequest => {
      return {
        name: 'forbidForSession',
        what: `tool ${tool.slice(0, 20)}`,
        status,
        names,
        path: { id: 'absent', tool },
      };
    }),
    ...of('deleteNote', 'id', ['', ...numbers.map((n) => `id=${n}`), 'id=0', 'id=2147483648', ...shapes('id')]),
  ];
}
