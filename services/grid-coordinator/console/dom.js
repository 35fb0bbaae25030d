/**
 * Elements from plain values. Every text goes in as a text node, so nothing the server says is ever read as markup.
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
 * Makes the content of an element what is given, and touches only what differs: an update that arrives between the
 * press and the release of a button must not take the button away, nor the focus, nor a selected text.
 *
 * What is patched carries no listeners of its own (see `onAction`). `data-key` tells rows apart.
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
  // Rows that are gone go first: then those that stay need no move, and a moved element would lose the focus.
  const gone = [...parent.children].filter((child) => {
    const key = keyOf(child);
    return key !== undefined && !wanted.has(key);
  });
  for (const child of gone) child.remove();
  const keyed = new Map([...parent.children].map((child) => [keyOf(child), child]));
  let place = parent.firstChild;
  for (const node of next) {
    const key = keyOf(node);
    const twin = key === undefined ? place : keyed.get(key);
    if (!twin || keyOf(twin) !== key || twin.nodeName !== node.nodeName) {
      parent.insertBefore(node, place);
      continue;
    }
    if (twin === place) place = place.nextSibling;
    else parent.insertBefore(twin, place);
    patchNode(twin, node);
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
    // Whether something is unfolded, or on its way to the server, is not the server's to say.
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
 * Calls the function that a clicked button names in `data-action`, wherever below the root it stands.
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
