import { sendWithToken } from '@almagest/ui/api-client';
import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { token } from '../../token.ts';
import { leadsToHost } from './own-host.ts';

export interface ServerHtmlProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** HTML that the server has sanitised. */
  readonly html: string;
  /** Returns the label of the button around a picture, from the picture's alternative text. */
  readonly enlarge: (what: string) => string;
  /** Called when the element is on the page. */
  readonly onShown?: ((element: HTMLElement) => void) | undefined;
}

/**
 * Parses the server's HTML. This is the only place in the reader that parses markup. The service has sanitised it, and
 * the content security policy would block scripts and foreign resources anyway. Nothing loads before the fragment is on
 * the page.
 */
export function contentOf(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  // A link to this service would be an attack, so remove it.
  for (const link of template.content.querySelectorAll<HTMLAnchorElement>('a[href]'))
    if (leadsToHost(link.getAttribute('href') ?? '', location)) link.removeAttribute('href');
  return template.content;
}

/** Renders text of a paper. */
export function ServerHtml({ html, enlarge, onShown, ...attributes }: ServerHtmlProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const stop = new AbortController();
    const content = contentOf(html);
    for (const image of content.querySelectorAll('img')) prepare(image, enlarge, stop.signal);
    for (const math of content.querySelectorAll('th math')) math.setAttribute('aria-label', signsOf(math));
    element.replaceChildren(content);
    onShown?.(element);
    return () => stop.abort();
  }, [html, enlarge, onShown]);
  return <div ref={ref} {...attributes} />;
}

/** Returns the symbols of a formula in a table header. Screen readers repeat a header with every cell. */
function signsOf(math: Element): string {
  return [...math.querySelectorAll('mi, mn, mo, mtext')].map((sign) => sign.textContent).join(' ');
}

/** Wraps a picture in a button that enlarges it. Loads the picture with the token, which the browser would not send. */
function prepare(image: HTMLImageElement, enlarge: (what: string) => string, signal: AbortSignal): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'picture';
  button.setAttribute('aria-label', enlarge(image.alt));
  image.replaceWith(button);
  button.append(image);
  // Store the name now, because the address may become a blob URL.
  image.dataset['figure'] = nameOf(image.getAttribute('src') ?? '');
  if (token.read() === null) return;
  const address = image.getAttribute('src') ?? '';
  image.removeAttribute('src');
  void load(image, address, signal);
}

/** Returns the file name at the end of a figure's address. */
function nameOf(address: string): string {
  return decodeURIComponent(address.slice(address.lastIndexOf('/') + 1));
}

async function load(image: HTMLImageElement, address: string, signal: AbortSignal): Promise<void> {
  try {
    const response = await sendWithToken('get', address, { signal }, token);
    const url = URL.createObjectURL(await response.blob());
    signal.addEventListener('abort', () => URL.revokeObjectURL(url));
    image.src = url;
  } catch {
    // The browser shows the alternative text if the image fails to load.
  }
}
