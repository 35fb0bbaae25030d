import type { CustomFetch } from 'openid-client';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

/** The provider cannot be reached, is too slow, or fails. The message is for the service log. */
export class ProviderUnavailable extends Error {}

/** Sends a request to the provider within limits of time and size. */
export const boundedFetch: CustomFetch = async (address, options) => {
  try {
    const response = await fetch(address, {
      ...(options as RequestInit),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await readBounded(response);
    if (response.status >= 500) throw new ProviderUnavailable(`${new URL(address).host} answered ${response.status}`);
    const { status, headers } = response;
    return new Response(body.length === 0 ? null : body, { status, headers });
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error;
    const { name, cause } = error as Error;
    const reason =
      name === 'TimeoutError'
        ? `no complete answer within ${TIMEOUT_MS / 1000} s`
        : ((cause as Error | undefined)?.message ?? name);
    throw new ProviderUnavailable(`${new URL(address).host} cannot be reached: ${reason}`);
  }
};

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new ProviderUnavailable(`the answer is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
