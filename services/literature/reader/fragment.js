import { send } from './api.js';
import { token } from './token.js';

/**
 * The text of a paper. The only place where markup is read: the server has made it safe, and the page's policy would
 * run and load nothing of it all the same.
 *
 * @param {string} html of the server
 */
export function fragmentOf(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  // Within a template nothing is loaded yet.
  for (const image of template.content.querySelectorAll('img')) if (token() !== null) withToken(image);
  return template.content;
}

/**
 * Fetches an image that requires the token when it comes near the screen. The browser itself would send no token.
 *
 * @param {HTMLImageElement} image
 */
function withToken(image) {
  const address = image.getAttribute('src') ?? '';
  image.removeAttribute('src');
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void load(image, address);
    },
    { rootMargin: '500px' },
  );
  observer.observe(image);
}

/**
 * @param {HTMLImageElement} image
 * @param {string} address
 */
async function load(image, address) {
  try {
    const url = URL.createObjectURL(await (await send('GET', address)).blob());
    image.addEventListener('load', () => URL.revokeObjectURL(url), { once: true });
    image.src = url;
  } catch {
    // The alternative text is shown, as for any image that cannot be loaded.
  }
}
