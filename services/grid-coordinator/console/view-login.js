import { login } from './api.js';
import { el } from './dom.js';
import { messageOf } from './notice.js';
import { field } from './widgets.js';

/** @import { ViewMaker } from './router.js' */

/** @type {ViewMaker} */
export function loginPage({ query }) {
  const username = el('input', { name: 'username', autocomplete: 'username', required: true, value: 'admin' });
  const password = el('input', {
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
    autofocus: true,
  });
  const fault = el('p', { class: 'fault', role: 'alert', id: 'login-fault' });
  const submit = el('button', { type: 'submit', class: 'primary' }, 'Log in');
  const form = el(
    'form',
    { class: 'login', 'aria-describedby': 'login-fault' },
    el('h1', {}, 'Log in'),
    el('p', { class: 'hint' }, reasonOf(query.get('why'))),
    field('User name', username),
    field('Password', password),
    fault,
    submit,
    el('p', { class: 'hint' }, 'Unless ADMIN_PASSWORD is set, the password is the administrator token.'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit.disabled = true;
    fault.textContent = '';
    login(username.value, password.value)
      .then(
        () => location.replace(safeHash(query.get('next'))),
        (error) => {
          fault.textContent = messageOf(error);
          password.select();
        },
      )
      .finally(() => {
        submit.disabled = false;
      });
  });
  return { title: 'Log in', element: el('section', { class: 'center' }, form) };
}

/**
 * The first request of a fresh browser is refused in the words of the API, which are meant for programs.
 *
 * @param {string | null} why
 */
function reasonOf(why) {
  if (why === null) return 'The console of the grid coordinator.';
  return why.includes('ADMIN_TOKEN') ? why : 'Your session has ended, or you were not logged in.';
}

/**
 * Accepts only pages of this console, because the address may be from a link by somebody else.
 *
 * @param {string | null} next
 */
function safeHash(next) {
  return next !== null && next.startsWith('#/') && !next.startsWith('#/login') ? next : '#/';
}
