/** What may take the focus in place of something that stood in it. */
const PLACES = '[tabindex], main, dialog, section[aria-label], section[aria-labelledby]';

/** What lies over the page for a while. */
const LAYERS = 'dialog, [role="menu"], [data-trigger]';

/**
 * Keeps the focus where it was when what has it leaves the page: it goes to the nearest part of the page around that, or back
 * to what had it before a dialog or a menu. Otherwise it would be nowhere, and whoever works by keyboard or hears the page
 * would begin again at its head.
 *
 * @returns ends it
 */
export function keepFocus(): () => void {
  /** From what has or had the focus outwards; and the same of what had it last beneath all layers. */
  let places: readonly HTMLElement[] = [];
  let beneath: readonly HTMLElement[] = [];
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const layer = target.closest(LAYERS);
    const around = placesAround(target);
    if (layer === null) beneath = around;
    places = layer === null ? around : [...around.filter((place) => layer.contains(place)), ...beneath];
  };
  // Who has clicked beside everything wants the focus nowhere.
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget === null && target instanceof HTMLElement)
      queueMicrotask(() => {
        if (isNowhere() && target.isConnected) places = [];
      });
  };
  const observer = new MutationObserver(() => {
    if (!isNowhere() || places[0]?.isConnected !== false) return;
    // A notice goes with all that is around it.
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
