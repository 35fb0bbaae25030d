import http from 'node:http';

export interface RawResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: string;
  /** Sent byte for byte, because clients usually normalise `..` and broken encodings. */
  readonly path: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** Sends a request without the normalisation that clients apply. */
export async function raw(url: string, { method = 'GET', path, headers, body }: RawRequest): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  return await new Promise<RawResponse>((resolve, reject) => {
    const request = http.request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const whole = Buffer.concat(chunks);
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: whole,
          text: whole.toString('utf8'),
        });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}
