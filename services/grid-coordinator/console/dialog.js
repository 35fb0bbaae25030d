import { el } from './dom.js';

/** @import { Children } from './dom.js' */

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {Children} [text]
 * @property {string} confirm the word on the button that does it
 * @property {boolean} [danger]
 * @property {string} [typed] what has to be typed before the button works
 * @property {HTMLElement} [body] fields of the dialog, validated by the browser before it closes
 */

/**
 * @param {Question} question
 * @returns {Promise<boolean>}
 */
export async function ask({ title, text, confirm, danger = false, typed, body }) {
  const cancel = el('button', { type: 'button', class: 'quiet' }, 'Cancel');
  const submit = el('button', { type: 'submit', class: danger ? 'danger' : 'primary' }, confirm);
  const typing = typed === undefined ? null : typedField(typed, submit);
  const form = el(
    'form',
    { method: 'dialog' },
    el('h2', {}, title),
    text ? el('p', {}, text) : null,
    typing,
    body ?? null,
    el('div', { class: 'buttons' }, cancel, submit),
  );
  const { dialog, closed } = open(form, title);
  cancel.addEventListener('click', () => dialog.close());
  submit.value = 'yes';
  // The harmless button has the focus first, unless there is something to fill in.
  (dialog.querySelector('input') ?? cancel).focus();
  return (await closed) === 'yes';
}

/**
 * @param {string} wanted
 * @param {HTMLButtonElement} submit
 */
function typedField(wanted, submit) {
  const input = el('input', { type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
  submit.disabled = true;
  input.addEventListener('input', () => {
    submit.disabled = input.value !== wanted;
  });
  return el('label', { class: 'field' }, el('span', {}, 'Type ', el('code', {}, wanted), ' to confirm'), input);
}

/**
 * Shows a secret that cannot be shown again.
 *
 * @param {string} title
 * @param {string} text
 * @param {string} secret
 */
export async function showSecret(title, text, secret) {
  const input = el('input', { type: 'text', readonly: true, value: secret, class: 'secret', 'aria-label': title });
  const copy = el('button', { type: 'button', class: 'primary' }, 'Copy');
  const said = el('span', { role: 'status', class: 'hint' });
  const form = el(
    'form',
    { method: 'dialog' },
    el('h2', {}, title),
    el('p', {}, text),
    el('div', { class: 'copy' }, input, copy),
    said,
    el('div', { class: 'buttons' }, el('button', { type: 'submit', class: 'quiet' }, 'I have it')),
  );
  const say = (/** @type {boolean} */ copied) => {
    said.textContent = copied ? 'Copied.' : 'Press Ctrl+C: this browser does not let a page copy.';
  };
  copy.addEventListener('click', () => void copyFrom(input).then(say));
  const { closed } = open(form, title);
  input.select();
  await closed;
}

/** @param {HTMLInputElement} input */
async function copyFrom(input) {
  input.focus();
  input.select();
  try {
    // Plain HTTP has no clipboard interface; the old command still works there.
    if (navigator.clipboard === undefined) return document.execCommand('copy');
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} title
 */
function open(form, title) {
  const dialog = el('dialog', { 'aria-label': title }, form);
  /** @type {PromiseWithResolvers<string>} */
  const { promise: closed, resolve } = Promise.withResolvers();
  dialog.addEventListener('close', () => {
    dialog.remove();
    resolve(dialog.returnValue);
  });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, closed };
}
