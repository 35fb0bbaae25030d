import { sendWithToken } from '@almagest/ui/api-client';
import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { token } from '../../token.ts';

export interface ServerHtmlProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** The server has made it safe. */
  readonly html: string;
  /** What the button that encloses a picture says, of the picture's own text. */
  readonly enlarge: (what: string) => string;
  /** Called when it is in the page. */
  readonly onShown?: ((element: HTMLElement) => void) | undefined;
}

/**
 * What the server's HTML holds. The only place of the reader where markup is read: the service has made it safe, and the
 * page's policy would run and load nothing of it all the same. Nothing is loaded before it is in the page.
 */
export function contentOf(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

/** Text of a paper. */
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

/** The signs of a formula that names a row or a column: as a header it is read with every cell, in one breath. */
function signsOf(math: Element): string {
  return [...math.querySelectorAll('mi, mn, mo, mtext')].map((sign) => sign.textContent).join(' ');
}

/** A picture is enlarged by a button around it. It needs the token where there is one, which the browser would not send. */
function prepare(image: HTMLImageElement, enlarge: (what: string) => string, signal: AbortSignal): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'picture';
  button.setAttribute('aria-label', enlarge(image.alt));
  image.replaceWith(button);
  button.append(image);
  // Its address may become that of a blob.
  image.dataset['figure'] = nameOf(image.getAttribute('src') ?? '');
  if (token.read() === null) return;
  const address = image.getAttribute('src') ?? '';
  image.removeAttribute('src');
  void load(image, address, signal);
}

/** The name of the file of a figure: the end of its address. */
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
    // The alternative text is shown, as for any image that cannot be loaded.
  }
}
