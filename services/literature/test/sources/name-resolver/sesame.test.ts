import type { ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { NameResolver } from '../../../src/sources/name-resolver/name-resolver.ts';
import { jumpingClock } from '../fake-clock.ts';
import { unlimitedHosts, openOutbound, serve, type Received } from '../local-server.ts';
import { readRecorded } from '@almagest/test-kit/recorded-data';
import { testRecorded } from '@almagest/test-kit/recorded-tests';

async function resolverOver(answer: (request: Received, response: ServerResponse) => void) {
  const server = await serve(answer);
  const [clock, hosts] = [jumpingClock(), unlimitedHosts()];
  const resolver = new NameResolver({
    baseUrl: `${server.origin}/cgi-bin/nph-sesame/`,
    intervalMs: 250,
    maxWaitMs: 60_000,
    outbound: openOutbound([server.origin]),
    hosts,
    clock,
  });
  return { resolver, server, hosts, clock };
}

const saying = (text: string, status = 200) => resolverOver((_, response) => void response.writeHead(status).end(text));

const sesame = (inner: string): string =>
  `<?xml version="1.0"?>\n<Sesame>\n<Target option="SNV">\n  <name>x</name>\n${inner}</Target>\n</Sesame>\n<!--- ====Done (made up)==== -->\n`;
const position = '<jradeg>10.5</jradeg><jdedeg>+41.25</jdedeg>';
const answer = (letter: string, inner: string): string => `<Resolver name="${letter}=made up">${inner}</Resolver>`;

const failing = (fault: string, words: string) =>
  expect.objectContaining({ name: 'SourceError', source: 'names', fault, message: expect.stringContaining(words) });

test("a name is sent unchanged, requests all data, and respects the host's rate limit", async () => {
  const { resolver, server, hosts } = await saying(sesame(answer('S', position)));
  const asked: string[] = [];
  for (const name of ["Barnard's star", 'BD+75 325', 'V* AU Mic & co?', '[WB92] 1216#1']) {
    await resolver.resolve(name);
    asked.push(name);
  }
  expect(server.received.map(({ path }) => path)).toEqual(asked.map(() => '/cgi-bin/nph-sesame/-oxpIF/SNV'));
  expect(server.received.map(({ query }) => [...query.keys()])).toEqual(asked.map((name) => [name]));
  expect(hosts.requests).toEqual(
    asked.map(() => ({ host: new URL(server.origin).host, intervalMs: 250, alone: false })),
  );
});

test('every value of an object is read, and missing ones are null', async () => {
  const full =
    `<oid>@123</oid><otype>V*</otype>${position}<plx><v>5.25</v><e>.1</e></plx><Vel><v>-12.5</v></Vel>` +
    `<mag band="V"><v>8.5</v></mag><mag band="B"><v>+9</v></mag><mag band="U"><v></v></mag><spType>A0 &lt;V</spType>` +
    '<oname>V*  XX   Yyy</oname><alias>HD   1</alias><alias>HD 1</alias><alias>HIP 2</alias>';
  const { resolver } = await saying(sesame(answer('S', full)));
  await expect(resolver.resolve('x')).resolves.toEqual({
    isFinal: true,
    object: {
      identity: 'simbad:123',
      canonicalName: 'V* XX Yyy',
      raDeg: 10.5,
      decDeg: 41.25,
      objectType: 'V*',
      spectralType: 'A0 <V',
      magnitudes: { V: 8.5, B: 9 },
      parallaxMas: 5.25,
      radialVelocityKms: -12.5,
      aliases: ['HD 1', 'HIP 2'],
      resolver: 'Simbad',
    },
  });
  const { resolver: bare } = await saying(sesame(answer('V', `${position}<oname>{NGC} 4258</oname>`)));
  await expect(bare.resolve('x')).resolves.toEqual({
    isFinal: true,
    object: {
      identity: 'vizier:ngc 4258',
      canonicalName: 'NGC 4258',
      raDeg: 10.5,
      decDeg: 41.25,
      objectType: null,
      spectralType: null,
      magnitudes: null,
      parallaxMas: null,
      radialVelocityKms: null,
      aliases: [],
      resolver: 'VizieR',
    },
  });
});

test('Simbad is preferred to NED, and NED to VizieR, in any order of answers', async () => {
  const of = async (inner: string) => (await (await saying(sesame(inner))).resolver.resolve('x')).object?.resolver;
  const [s, n, v] = ['S', 'N', 'V'].map((letter) => answer(letter, position));
  const nothing = (letter: string) => answer(letter, '<INFO>*** Nothing found ***</INFO>');
  expect(await of(`${v}${n}${s}`)).toBe('Simbad');
  expect(await of(`${v}${n}${nothing('S')}`)).toBe('NED');
  expect(await of(`${nothing('S')}${nothing('N')}${v}`)).toBe('VizieR');
});

test.each([
  ['in the target', '<INFO>*** Nothing found ***</INFO>'],
  ['in every database', ['S', 'N', 'V'].map((l) => answer(l, '<INFO>Zero (0) answers</INFO>')).join('')],
  ['by an empty database', answer('S', '')],
  ['by half a position', answer('S', '<jradeg>10</jradeg>')],
  ['by an invalid position', answer('S', '<jradeg>NaN</jradeg><jdedeg>99</jdedeg>')],
])('an answer without an object is recognised %s', async (_, inner) => {
  const { resolver } = await saying(sesame(inner));
  await expect(resolver.resolve('x')).resolves.toEqual({ object: undefined, isFinal: true });
});

test('a result found while a better database failed expires early, and no result counts as a failure', async () => {
  const failed = answer('S', '<ERROR>time-out</ERROR>');
  const { resolver } = await saying(sesame(`${failed}${answer('V', position)}`));
  await expect(resolver.resolve('x')).resolves.toMatchObject({ isFinal: false, object: { resolver: 'VizieR' } });
  const { resolver: none } = await saying(sesame(`${failed}${answer('V', '<INFO>Zero (0) answers</INFO>')}`));
  await expect(none.resolve('x')).rejects.toEqual(failing('unavailable', 'Look up x again later'));
});

test.each([
  ['a page', '<html><body>Welcome to CDS</body></html>'],
  ['half an answer', sesame(answer('S', position)).slice(0, -60)],
  ['nothing', ''],
  ['no target', '<Sesame></Sesame>'],
])('%s in place of an answer is a failure', async (_, text) => {
  const { resolver } = await saying(text);
  await expect(resolver.resolve('x')).rejects.toEqual(failing('malformed_answer', 'did not return XML'));
});

test('failures of the host are retried, and refusals are not', async () => {
  let calls = 0;
  const { resolver, clock } = await resolverOver((_, response) => {
    calls += 1;
    if (calls < 3) response.writeHead(503).end();
    else response.end(sesame(answer('S', position)));
  });
  await expect(resolver.resolve('x')).resolves.toMatchObject({ isFinal: true });
  expect(clock.waits).toHaveLength(2);
  const { resolver: closed, server } = await saying('blocked', 403);
  await expect(closed.resolve('x')).rejects.toEqual(failing('unavailable', 'HTTP 403: blocked'));
  expect(server.received).toHaveLength(1);
});

test('a pause that the host requests is respected', async () => {
  const { resolver, clock } = await saying('', 429);
  await expect(resolver.resolve('x')).rejects.toEqual(failing('rate_limited', 'HTTP 429'));
  expect(Math.min(...clock.waits)).toBe(30_000);
});

testRecorded('a recorded answer is read: Simbad before VizieR and NED (skipped without it)', async () => {
  const { resolver } = await saying(readRecorded('sesame/xml_oxp_VSNA_three_targets.xml'));
  const { object } = await resolver.resolve('ngc 4258');
  expect(object).toMatchObject({
    identity: 'simbad:609478',
    canonicalName: 'M 106',
    raDeg: 184.74008333,
    decDeg: 47.30371944,
    objectType: 'LIN',
    resolver: 'Simbad',
  });
  expect(object?.aliases).toEqual(expect.arrayContaining(['NGC 4258', '2MASX J12185761+4718133', 'UGC 7353']));
});

testRecorded('a recorded answer without any object is read as such (skipped without it)', async () => {
  const { resolver } = await saying(readRecorded('sesame/xml_V_nothing_found_HIP123456.xml'));
  await expect(resolver.resolve('HIP123456')).resolves.toEqual({ object: undefined, isFinal: true });
});
