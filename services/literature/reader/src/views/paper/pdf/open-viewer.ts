import { AnnotationMode, type PDFDocumentProxy } from 'pdfjs-dist';
import { openDocument } from './open-document.ts';
// The viewer uses the global `pdfjsLib`, which the imports above set.
import { EventBus, LinkTarget, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';

/** The scale until the user zooms. */
const FIT = 'page-width';

export interface OpenedViewer {
  readonly viewer: PDFViewer;
  readonly events: EventBus;
  readonly document: PDFDocumentProxy;
  readonly close: () => Promise<void>;
}

/** Shows the PDF of a paper in an element and renders pages as they come into view. */
export async function openViewer(container: HTMLDivElement, bibcode: string): Promise<OpenedViewer> {
  const { document, close: closeDocument } = await openDocument(bibcode);
  const events = new EventBus();
  const linkService = new PDFLinkService({
    eventBus: events,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  });
  const viewer = new PDFViewer({
    container,
    eventBus: events,
    linkService,
    findController: new PDFFindController({ eventBus: events, linkService }),
    annotationMode: AnnotationMode.ENABLE,
    removePageBorders: true,
  });
  linkService.setViewer(viewer);
  const ready = new Promise<void>((resolve) => events.on('pagesinit', () => resolve(), { once: true }));
  viewer.setDocument(document);
  linkService.setDocument(document);
  await ready;
  viewer.currentScaleValue = FIT;
  // Panes that open or close change the width. Fitting the page again keeps the place.
  let width = container.clientWidth;
  const fitting = new ResizeObserver(() => {
    if (container.clientWidth === width) return;
    width = container.clientWidth;
    if (viewer.currentScaleValue === FIT) viewer.currentScaleValue = FIT;
    viewer.update();
  });
  fitting.observe(container);
  const close = async () => {
    fitting.disconnect();
    // Stops rendering pages, which would fail on a closed document.
    viewer.setDocument(null);
    linkService.setDocument(null);
    await closeDocument();
  };
  return { viewer, events, document, close };
}
