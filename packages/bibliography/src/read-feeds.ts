import { readDate } from './dates.ts';
import { readBibcode, readDoi, readPreprintId, withIdentifiers } from './identifiers.ts';
import { readWholeName } from './listed-names.ts';
import { textOfHtml } from './plain-text.ts';
import { abstractOf, titleOf } from './read-ris.ts';
import { entryOf, readName, referenceOf, UnreadableFileError, type ReadEntry, type ReadLibrary } from './reference.ts';
import { child, children, readXml, textAt, type XmlElement } from './xml-tree.ts';

/** Reads a feed: an RSS export of ADS, or an Atom feed of the preprint server. */
export function readFeed(text: string): ReadLibrary {
  const root = readXml(text);
  const [items, readOne] =
    root.name === 'feed'
      ? ([children(root, 'entry'), readEntry] as const)
      : ([children(child(root, 'channel'), 'item'), readItem] as const);
  if (root.name !== 'feed' && root.name !== 'rss') throw new UnreadableFileError('the XML is not a feed');
  return { format: 'feed', collections: [], entries: items.map((item, place) => readOne(item, place + 1)) };
}

function readEntry(entry: XmlElement, line: number): ReadEntry {
  const address = children(entry, 'link').find(({ attributes }) => attributes['rel'] !== 'related')?.attributes['href'];
  const [id, url] = [textAt(entry, 'id'), address ?? ''];
  const preprintId = readPreprintId(id);
  const reference = referenceOf({
    ...withIdentifiers({
      type: preprintId === '' ? 'article-journal' : 'article',
      title: titleOf(textAt(entry, 'title')),
      authors: children(entry, 'author').flatMap((one) => nameIn(textAt(one, 'name'))),
      date: readDate(textAt(entry, 'published').slice(0, 10)) || readDate(textAt(entry, 'updated').slice(0, 10)),
      doi: readDoi(textAt(entry, 'arxiv:doi')),
      preprintId,
      preprintClass: child(entry, 'arxiv:primary_category')?.attributes['term'] ?? '',
      url: url === '' && /^https?:/.test(id) ? id : url,
      abstract: abstractOf([textAt(entry, 'summary') || textOfHtml(textAt(entry, 'content'))]),
      remark: ['arxiv:journal_ref', 'arxiv:comment']
        .map((name) => textAt(entry, name))
        .filter((said) => said !== '')
        .join('; '),
    }),
  });
  return entryOf(reference, line);
}

function nameIn(text: string) {
  return text.includes(',') ? [readName(text)] : readWholeName(text);
}

/** In `Brandt, Åsa: Winds of giants`, the first author precedes the title. */
const FIRST_AUTHOR = /^([^:,]{1,80}, [^:,]{1,80}): (.+)$/;

function readItem(item: XmlElement, line: number): ReadEntry {
  const address = textAt(item, 'link');
  const bibcode = readBibcode(address);
  const title = titleOf(textAt(item, 'title'));
  const [, author = '', ownTitle = title] = (bibcode === '' ? null : FIRST_AUTHOR.exec(title)) ?? [];
  const creators = children(item, 'dc:creator').flatMap((one) => nameIn(textAt(one)));
  const reference = referenceOf(
    withIdentifiers({
      type: 'article-journal',
      title: ownTitle,
      authors: author === '' ? creators : [readName(author)],
      date: readDate(textAt(item, 'pubDate')) || /^[12]\d{3}/.exec(bibcode)?.[0] || '',
      url: address,
      abstract: abstractOf([textOfHtml(textAt(item, 'description'))]),
    }),
  );
  return entryOf(reference, line, author === '' ? [] : ['the feed names only the first author']);
}
