import { readSeedBytes, seedPath } from './api.js';
import { el, patch } from './dom.js';
import { count } from './format.js';

/**
 * The link to a point's seed, if there is one. The server is queried again only after another attempt.
 *
 * @param {string} point
 */
export function seedLink(point) {
  const element = el('p');
  /** @type {string | null | undefined} when the last attempt had ended that was asked after */
  let asked;
  return {
    element,
    /**
     * @param {string | null} lastCompletedAt
     * @param {AbortSignal} signal
     */
    update: async (lastCompletedAt, signal) => {
      if (asked === lastCompletedAt) return;
      const bytes = await readSeedBytes(point, signal);
      asked = lastCompletedAt;
      patch(
        element,
        bytes === undefined
          ? el('span', { class: 'hint' }, 'No seed is stored under this name.')
          : el('a', { class: 'button', href: seedPath(point), download: `${point}.7` }, `Seed file, ${sizeOf(bytes)}`),
      );
    },
  };
}

/** @param {number} bytes */
function sizeOf(bytes) {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${count(bytes / 1_000)} kB` : `${count(bytes / 1_000_000)} MB`;
}
