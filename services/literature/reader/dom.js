/**
 * Elements from plain values. Every text becomes a text node, so text from the server is never parsed as markup.
 *
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Readonly<Record<string, string | number | boolean | null | undefined>>} Attributes
 */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | readonly Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat().flatMap(nodeOf));
  return element;
}

/**
 * @param {Child} child
 * @returns {(Node | string)[]}
 */
function nodeOf(child) {
  if (child === null || child === undefined || child === false) return [];
  return [child instanceof Node ? child : String(child)];
}

/**
 * A button that is disabled during its work. Errors are shown at the top of the page.
 *
 * @param {string} label
 * @param {() => Promise<unknown>} work
 * @param {Attributes} [attributes]
 */
export function button(label, work, attributes = {}) {
  const element = el('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', () => {
    if (element.ariaBusy === 'true') return;
    element.ariaBusy = 'true';
    void trying(work).finally(() => element.removeAttribute('aria-busy'));
  });
  return element;
}

/**
 * @param {string} label
 * @param {readonly (readonly [value: string, label: string])[]} options
 * @param {string} name
 */
export function choice(label, name, options) {
  return el(
    'label',
    {},
    label,
    el(
      'select',
      { name },
      options.map(([value, text]) => el('option', { value }, text)),
    ),
  );
}

/**
 * Calls `work` with the values of a form's fields instead of sending the form.
 *
 * @param {HTMLFormElement} form
 * @param {(valueOf: (name: string) => string) => Promise<unknown>} work
 */
export function onSubmit(form, work) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void trying(() => work(valuesOf(form)));
  });
}

/**
 * @param {HTMLFormElement} form
 * @returns {(name: string) => string}
 */
export function valuesOf(form) {
  const fields = new FormData(form);
  return (name) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
}

/**
 * @param {() => Promise<unknown>} work
 */
export async function trying(work) {
  const trouble = byId('trouble');
  try {
    trouble.hidden = true;
    await work();
  } catch (error) {
    trouble.textContent = error instanceof Error ? error.message : String(error);
    trouble.hidden = false;
  }
}

/** @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element ${id}`);
  return element;
}
