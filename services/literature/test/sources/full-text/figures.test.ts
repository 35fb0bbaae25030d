import { deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { FigureFetcher } from '../../../src/sources/full-text/figure-fetcher.ts';
import { unlimitedHosts, openOutbound, serve } from '../local-server.ts';

const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), deflateSync('pixels')]);
const SVG = '<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg"/>';

async function figuresOver(answers: Readonly<Record<string, string | Buffer>>) {
  const server = await serve(({ path }, response) => {
    const body = answers[path];
    if (body === undefined) response.writeHead(404).end(PNG);
    else response.end(body);
  });
  const figures = new FigureFetcher({
    intervalMs: 0,
    maxWaitMs: 1000,
    outbound: openOutbound([server.origin]),
    hosts: unlimitedHosts(),
  });
  return { figures, origin: server.origin };
}

test('images are detected by their content', async () => {
  const { figures, origin } = await figuresOver({
    '/x1.png': PNG,
    '/x2': SVG,
    '/x3.png': '<html>Just a moment</html>',
  });
  await expect(figures.fetch(`${origin}/x1.png`)).resolves.toEqual(PNG);
  await expect(figures.fetch(`${origin}/x2`)).resolves.toEqual(Buffer.from(SVG));
  await expect(figures.fetch(`${origin}/x3.png`)).resolves.toBeUndefined();
});

test('an image that cannot be downloaded is missing: unknown, unreachable, private, invalid address', async () => {
  const { figures, origin } = await figuresOver({});
  const elsewhere = await figuresOver({ '/x1.png': PNG });
  for (const address of [`${origin}/x1.png`, `${elsewhere.origin}/x1.png`, 'x1.png', 'ftp://example.org/x1.png'])
    await expect(figures.fetch(address)).resolves.toBeUndefined();
});

test('images embedded in the page need no request', async () => {
  const { figures } = await figuresOver({});
  await expect(figures.fetch(`data:image/png;base64,${PNG.toString('base64')}`)).resolves.toEqual(PNG);
  await expect(figures.fetch(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(SVG)}`)).resolves.toEqual(
    Buffer.from(SVG),
  );
  for (const address of ['data:text/html,<svg>', 'data:image/png;base64,AAAA', 'data:image/svg+xml,%E0%A4%A'])
    await expect(figures.fetch(address)).resolves.toBeUndefined();
});

test('the caller can stop', async () => {
  const { figures, origin } = await figuresOver({ '/x1.png': PNG });
  await expect(figures.fetch(`${origin}/x1.png`, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});
