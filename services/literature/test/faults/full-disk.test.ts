import { fillDisk, HAS_SMALL_DISK, onSmallDisk } from '@almagest/test-kit/small-disk';
import { expect, test } from '@jest/globals';
import { givenFound } from '../papers.ts';
import { SENTENCE } from '../upload-calls.ts';
import { openWorld } from '../world.ts';
import { useKillableWorld } from './killable.ts';

const { world, startApi } = useKillableWorld(async () => await openWorld({ worker: false }));

(HAS_SMALL_DISK ? test : test.skip)(
  HAS_SMALL_DISK
    ? 'an upload to a full disk gets 503 with the reason, and is accepted when there is space again'
    : 'a full disk (SKIPPED: cannot mount a file system)',
  async () => {
    const { bibcode } = await givenFound(world, 'ulrich1989');
    const api = await startApi('info', onSmallDisk(world.libraryDir));
    const html = `<!DOCTYPE html><title>By hand</title><h1>By hand</h1><p>${SENTENCE.repeat(4_000)}</p>`;
    const upload = async () => {
      const body = new FormData();
      body.set('bibcode', bibcode);
      body.set('type', 'html');
      body.set('file', new Blob([html]), 'by-hand.html');
      return await fetch(`${api.url}/api/upload`, { method: 'POST', body });
    };
    const makeRoom = fillDisk(api, world.libraryDir);
    for (let turn = 1; turn <= 2; turn += 1) {
      const answer = await upload();
      expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, 5]);
      expect(await answer.text()).toContain('the disk for files is full. Try again in a while');
    }
    const metrics = await (await fetch(`${api.url}/metrics`)).text();
    expect(metrics).toMatch(/^http_failures_total\{operation="\w+",cause="disk"\} 2$/m);
    expect(metrics).not.toContain('cause="fault"');
    makeRoom();
    expect((await upload()).status).toBe(200);
  },
);
