import { AnnotationMode, type PDFDocumentProxy } from 'pdfjs-dist';
import { openDocument } from './open-document.ts';
// The viewer takes the library from where the imports above have put it.
import { EventBus, LinkTarget, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';

export interface OpenedViewer {
  readonly viewer: PDFViewer;
  readonly events: EventBus;
  readonly document: PDFDocumentProxy;
  readonly close: () => Promise<void>;
}

/** Shows the PDF of a paper in an element, page by page as they are looked at. */
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
  viewer.currentScaleValue = 'page-width';
  const close = async () => {
    // Ends the rendering of pages, which would ask a closed document for more.
    viewer.setDocument(null);
    linkService.setDocument(null);
    await closeDocument();
  };
  return { viewer, events, document, close };
}
