type Listener = () => void;

const shown = new Map<number, HTMLElement>();
const listeners = new Set<Listener>();

/** The blocks that are on the page now, by their index. One paper is shown at a time. */
export const shownBlocks: ReadonlyMap<number, HTMLElement> = shown;

/** A block has come onto the page; what is returned takes it off. */
export function blockShown(index: number, element: HTMLElement): () => void {
  shown.set(index, element);
  tell();
  return () => {
    if (shown.get(index) === element) shown.delete(index);
    tell();
  };
}

const layers = new Set<HTMLElement>();

/** The text layers of the pages of the PDF that are on the page now. */
export const shownLayers: ReadonlySet<HTMLElement> = layers;

/** The text of a page of the PDF has come. Layers that have left the page are forgotten. */
export function layerShown(element: HTMLElement): void {
  for (const layer of layers) if (!layer.isConnected) layers.delete(layer);
  layers.add(element);
  tell();
}

let isTold = false;

/** Many blocks come at once: it is told once for all of them. */
function tell(): void {
  if (isTold) return;
  isTold = true;
  queueMicrotask(() => {
    isTold = false;
    for (const listener of listeners) listener();
  });
}

/** Called after blocks or pages have come or gone. */
export function onBlocksShown(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
