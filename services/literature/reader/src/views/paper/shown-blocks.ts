type Listener = () => void;

const shown = new Map<number, HTMLElement>();
const listeners = new Set<Listener>();

/** The rendered blocks by index. Only one paper is open at a time. */
export const shownBlocks: ReadonlyMap<number, HTMLElement> = shown;

/** Registers a rendered block. Returns a function that removes it. */
export function blockShown(index: number, element: HTMLElement): () => void {
  shown.set(index, element);
  tell();
  return () => {
    if (shown.get(index) === element) shown.delete(index);
    tell();
  };
}

const layers = new Set<HTMLElement>();

/** The text layers of the rendered PDF pages. */
export const shownLayers: ReadonlySet<HTMLElement> = layers;

/** Registers the text layer of a PDF page and drops layers that left the page. */
export function layerShown(element: HTMLElement): void {
  for (const layer of layers) if (!layer.isConnected) layers.delete(layer);
  layers.add(element);
  tell();
}

let isTold = false;

/** Notifies listeners once for many blocks that render together. */
function tell(): void {
  if (isTold) return;
  isTold = true;
  queueMicrotask(() => {
    isTold = false;
    for (const listener of listeners) listener();
  });
}

/** Calls the listener after blocks or pages appear or disappear. */
export function onBlocksShown(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
