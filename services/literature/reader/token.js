import { el } from './dom.js';

const KEY = 'api-token';

/** The user did not give the token. */
export class NoToken extends Error {}

/** The token of this tab. It is forgotten when the tab is closed; null until it has been entered. */
export function token() {
  return sessionStorage.getItem(KEY);
}

/** @type {Promise<void> | undefined} */
let asking;

/**
 * Asks the user for the token, once for all requests that were refused.
 *
 * @param {string} why in the server's words
 * @returns {Promise<void>}
 */
export function askForToken(why) {
  asking ??= ask(why).finally(() => {
    asking = undefined;
  });
  return asking;
}

/** @param {string} why */
async function ask(why) {
  const input = el('input', { type: 'password', name: 'token', required: true, autocomplete: 'current-password' });
  const dialog = el(
    'dialog',
    { 'aria-label': 'Token' },
    el(
      'form',
      { method: 'dialog', class: 'fields' },
      el('h2', {}, 'This library is guarded by a token'),
      el('p', { class: 'hint' }, why),
      el('label', {}, 'API token', input),
      el('button', { type: 'submit', class: 'primary' }, 'Open'),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  /** @type {Promise<void>} */
  const closed = new Promise((resolve) => dialog.addEventListener('close', () => resolve()));
  // A policy that forbids sending forms forbids this one's too, which only closes the dialog.
  dialog.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog.close('given');
  });
  await closed;
  dialog.remove();
  if (dialog.returnValue !== 'given') throw new NoToken(why);
  sessionStorage.setItem(KEY, input.value);
}
