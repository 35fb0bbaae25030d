import { Buffer } from 'node:buffer';
import { HttpError, type HttpClient } from '@almagest/http-client';
import { RateLimitError, type HostRateLimiter } from '../../domain/host-rate-limit.ts';
import { pictureType } from '../../domain/figures/picture-type.ts';
import { hostRateOptions, type RateLimitPolicy } from '../rate-limit/rate-limit-policy.ts';

export interface FigureOptions extends RateLimitPolicy {
  readonly outbound: HttpClient;
  readonly hosts: HostRateLimiter;
}

/** Maximum size of an image, in bytes. Larger images are ignored. */
const MAX_FIGURE_BYTES = 20 * 1024 * 1024;

/** Downloads the images of a paper's page. The paper is parsed even if an image is missing. */
export class FigureFetcher {
  readonly #options: FigureOptions;

  constructor(options: FigureOptions) {
    this.#options = options;
  }

  /** Returns the image at an address or in a `data:` URL. Returns undefined if there is no image. */
  async fetch(address: string, signal?: AbortSignal): Promise<Buffer | undefined> {
    const content = address.startsWith('data:') ? embedded(address) : await this.#download(address, signal);
    return content !== undefined && pictureType(content) !== undefined ? content : undefined;
  }

  async #download(url: string, signal: AbortSignal | undefined): Promise<Buffer | undefined> {
    const { hosts, outbound } = this.#options;
    const host = URL.parse(url)?.host;
    if (host === undefined) return undefined;
    const read = () =>
      outbound.exchange({ url, maxBytes: MAX_FIGURE_BYTES, signal }, async ({ status, body }) => {
        if (status !== 200) return undefined;
        const chunks: Uint8Array[] = [];
        for await (const chunk of body) chunks.push(chunk);
        return Buffer.concat(chunks);
      });
    try {
      return await hosts.run(host, read, hostRateOptions(outbound, this.#options, true, signal));
    } catch (error) {
      if (error instanceof HttpError || error instanceof RateLimitError) return undefined;
      throw error;
    }
  }
}

function embedded(address: string): Buffer | undefined {
  const match = /^data:image\/[\w.+-]+(?:;[\w.=-]+)*?(;base64)?,(.*)$/is.exec(address);
  if (match === null) return undefined;
  const [, base64, data = ''] = match;
  if (base64 !== undefined) return Buffer.from(data, 'base64');
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    return undefined;
  }
}
