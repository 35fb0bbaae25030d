/** Elements that can take the focus when a focused element inside them is removed. */
const PLACES = '[tabindex], main, dialog, section[aria-label], section[aria-labelledby]';

/** Elements that cover the page temporarily. */
const LAYERS = 'dialog, [role="menu"], [data-trigger]';

/**
 * Moves the focus when the focused element is removed. The focus moves to the nearest enclosing part of the page, or
 * back to the element that was focused before a dialog or menu opened. Otherwise keyboard and screen reader users would
 * start at the top of the page.
 *
 * @returns a function that stops this
 */
export function keepFocus(): () => void {
  /**
   * The last focused element with its ancestors, and the last focused element outside all layers with its ancestors.
   */
  let places: readonly HTMLElement[] = [];
  let beneath: readonly HTMLElement[] = [];
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const layer = target.closest(LAYERS);
    const around = placesAround(target);
    if (layer === null) beneath = around;
    places = layer === null ? around : [...around.filter((place) => layer.contains(place)), ...beneath];
  };
  // A click on an empty area clears the focus on purpose.
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget === null && target instanceof HTMLElement)
      queueMicrotask(() => {
        if (isNowhere() && target.isConnected) places = [];
      });
  };
  const observer = new MutationObserver(() => {
    if (!isNowhere() || places[0]?.isConnected !== false) return;
    // A notice is removed together with its container.
    focusFirst([...places, ...document.querySelectorAll('main')]);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
  };
}

function placesAround(target: HTMLElement): HTMLElement[] {
  const places = [target];
  for (let place = outwards(target); place !== null; place = outwards(place)) places.push(place);
  return places;
}

function outwards(element: HTMLElement): HTMLElement | null {
  return element.parentElement?.closest<HTMLElement>(PLACES) ?? null;
}

function isNowhere(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}

function focusFirst(places: readonly HTMLElement[]): void {
  for (const place of places.filter(({ isConnected }) => isConnected)) {
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
  }
}
