import { describe, expect, test } from '@jest/globals';
import { deliveryResultOf, isDownloadRefusalFinal, sha256OfEtag } from './response-status.ts';

describe('a report', () => {
  test.each([200, 409])('is finished after %d', (status) => expect(deliveryResultOf(status)).toBe('delivered'));
  test.each([400, 403, 404, 413, 415, 422])('is set aside after %d', (status) => {
    expect(deliveryResultOf(status)).toBe('refused');
  });
  test.each([302, 401, 408, 429, 500, 502, 503])('is sent again after %d', (status) => {
    expect(deliveryResultOf(status)).toBe('again');
  });
});

describe('a download', () => {
  test.each([400, 404, 410])('gives up after %d', (status) => expect(isDownloadRefusalFinal(status)).toBe(true));
  test.each([301, 401, 403, 429, 500, 503])('is retried after %d', (status) => {
    expect(isDownloadRefusalFinal(status)).toBe(false);
  });
});

test('takes a SHA-256 from a strong ETag only', () => {
  const digest = 'AB'.repeat(32);
  expect(sha256OfEtag(`"${digest}"`)).toBe(digest.toLowerCase());
  expect(sha256OfEtag(`W/"${digest}"`)).toBeUndefined();
  expect(sha256OfEtag('"5-18c2"')).toBeUndefined();
  expect(sha256OfEtag(undefined)).toBeUndefined();
});
