import type { StandardPaper } from '@almagest/contracts/literature';
import { Banner } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useOpenPaper } from '../open-paper.ts';
import { qualityMessages } from './messages.ts';
import { percentOf } from './percent.ts';
import { useRecognitionOffer } from './use-recognition-offer.ts';

const MOST_FONTS = 3;

/** Warns that the text was recognised in a scan. */
export function ScanBanner() {
  const t = useMessages(qualityMessages);
  const { ocr } = useOpenPaper().outline.paper.text_quality ?? {};
  if (ocr === undefined) return null;
  const pages = ocr.doubtful_pages.join(', ');
  return (
    <Banner>
      {t.fromScan(ocr.program, percentOf(ocr.confidence))} {pages === '' ? null : t.doubtfulPages(pages)}
    </Banner>
  );
}

/** Lists the pages whose text may be wrong, and offers text recognition. */
export function UnreadableBanner() {
  const t = useMessages(qualityMessages);
  const { unreadable_pages: pages } = useOpenPaper().outline.paper.text_quality ?? {};
  const offer = useRecognitionOffer();
  if (pages === undefined) return null;
  return (
    <Banner>
      {t.unreadable(pages.join(', '))} {offer?.is_available === true ? t.unreadableOffer : null}
    </Banner>
  );
}

/** Shows how many characters of the PDF could not be read, and in which fonts. */
export function UnknownGlyphs() {
  const t = useMessages(qualityMessages);
  const { unknown_glyphs: unknown } = useOpenPaper().outline.paper.text_quality ?? {};
  if (unknown === undefined) return null;
  const fonts = fontsOf(unknown.glyphs).map((font) => (font === '' ? t.namelessFont : font));
  const shown = fonts.slice(0, MOST_FONTS).join(', ');
  return <span>{t.unknownGlyphs(unknown.count, fonts.length > MOST_FONTS ? `${shown}, …` : shown)}</span>;
}

/** Shows how many words of the PDF are missing from the text, and on which pages. */
export function UnplacedWords() {
  const t = useMessages(qualityMessages);
  const { unplaced_words: unplaced } = useOpenPaper().outline.paper.text_quality ?? {};
  if (unplaced === undefined) return null;
  const words = unplaced.reduce((sum, page) => sum + page.words, 0);
  return <span>{t.unplacedWords(words, unplaced.map(({ page }) => page).join(', '), unplaced.length === 1)}</span>;
}

type Glyphs = NonNullable<NonNullable<StandardPaper['text_quality']>['unknown_glyphs']>['glyphs'];

function fontsOf(glyphs: Glyphs): string[] {
  return [...new Set(glyphs.map(({ font }) => font))];
}
