/**
 * Elements from plain values. Every text becomes a text node, so text from the server is never parsed as markup.
 *
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Child | readonly Child[]} Children
 * @typedef {Readonly<Record<string, string | number | boolean | null | undefined>>} Attributes
 */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Children} children
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {readonly Children[]} children
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...nodesOf(children));
  return element;
}

/**
 * @param {readonly Children[]} children
 * @returns {(Node | string)[]}
 */
function nodesOf(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Updates the content of an element and changes only what differs. An update between the press and the release of a
 * button must not remove the button, the focus or a text selection. Patched elements have no listeners of their own
 * (see `onAction`). `data-key` identifies rows.
 *
 * @param {Element} parent
 * @param {...Children} children
 */
export function patch(parent, ...children) {
  const fresh = document.createDocumentFragment();
  fresh.append(...nodesOf(children));
  patchChildren(parent, fresh);
}

/**
 * @param {Element} parent
 * @param {ParentNode} fresh
 */
function patchChildren(parent, fresh) {
  const next = [...fresh.childNodes];
  const wanted = new Set(next.map(keyOf));
  // Removed rows go first. Then the others need not be moved; a moved element would lose the focus.
  const gone = [...parent.children].filter((child) => {
    const key = keyOf(child);
    return key !== undefined && !wanted.has(key);
  });
  for (const child of gone) child.remove();
  const keyed = new Map([...parent.children].map((child) => [keyOf(child), child]));
  let place = parent.firstChild;
  for (const node of next) {
    const key = keyOf(node);
    const existing = key === undefined ? place : keyed.get(key);
    if (!existing || keyOf(existing) !== key || existing.nodeName !== node.nodeName) {
      parent.insertBefore(node, place);
      continue;
    }
    if (existing === place) place = place.nextSibling;
    else parent.insertBefore(existing, place);
    patchNode(existing, node);
  }
  while (place !== null) {
    const rest = place;
    place = place.nextSibling;
    rest.remove();
  }
}

/**
 * @param {Node} node
 * @param {Node} fresh
 */
function patchNode(node, fresh) {
  if (!(node instanceof Element) || !(fresh instanceof Element)) {
    if (node.nodeValue !== fresh.nodeValue) node.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name, value } of fresh.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  for (const name of node.getAttributeNames()) {
    // The browser alone knows whether an element is open or a request is under way.
    if (name === 'open' || name === 'aria-busy' || fresh.hasAttribute(name)) continue;
    node.removeAttribute(name);
  }
  patchChildren(node, fresh);
}

/** @param {Node} node */
function keyOf(node) {
  return node instanceof HTMLElement || node instanceof SVGElement ? node.dataset['key'] : undefined;
}

/**
 * Calls the function named in `data-action` of a clicked button, anywhere below the root.
 *
 * @param {Element} root
 * @param {Readonly<Record<string, (data: DOMStringMap) => Promise<unknown> | void>>} actions
 * @param {(error: unknown) => void} onFault
 */
export function onAction(root, actions, onFault) {
  root.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-action]') : null;
    if (!(button instanceof HTMLElement) || button.ariaBusy === 'true') return;
    const work = actions[button.dataset['action'] ?? '']?.(button.dataset);
    if (work === undefined) return;
    // A second click while the first is on its way would only earn a conflict.
    button.ariaBusy = 'true';
    work.catch(onFault).finally(() => button.removeAttribute('aria-busy'));
  });
}
