import { ApiError } from './api.js';
import { el } from './dom.js';

const SHOWN_MS = 8_000;

/**
 * Shows a message that needs no answer. A fault is shown until it is closed, because nobody may be looking when it
 * occurs.
 *
 * @param {string} text
 * @param {'done' | 'fault'} [kind]
 */
export function notice(text, kind = 'done') {
  const close = el('button', { type: 'button', class: 'quiet', 'aria-label': 'Close this message' }, '×');
  const box = el('div', { class: `notice ${kind}`, role: kind === 'fault' ? 'alert' : null }, el('p', {}, text), close);
  close.addEventListener('click', () => box.remove());
  document.getElementById('notices')?.append(box);
  if (kind === 'done') setTimeout(() => box.remove(), SHOWN_MS);
}

/** @param {unknown} error */
export function showError(error) {
  // The login page, which follows, already says that the session has ended.
  if (error instanceof ApiError && error.status === 401) return;
  notice(messageOf(error), 'fault');
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
