import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { digestMail } from './digest-mail.ts';

const LINKS = { alerts: 'https://reader.example/alerts', unsubscribe: 'https://reader.example/mail?key=k' };
const paper = {
  title: 'Winds',
  authors: ['Okonkwo, Ada'],
  date: '2026-01-31',
  address: 'https://reader.example/read/1',
};

test('mathematics in titles is readable in both parts', () => {
  const title = String.raw`The H$\alpha$ line and $T_{\rm eff} \sim 10^4$ K`;
  const { subject, text, html } = digestMail(
    [{ name: 'stars & winds', address: LINKS.alerts, papers: [{ ...paper, title }] }],
    LINKS,
  );
  expect(subject).toBe('1 new paper: stars & winds');
  expect(text).toMatch(/The Hα line and Teff\s?∼\s?10⁴ K/);
  expect(text).toContain('Okonkwo, Ada · 2026-01-31\n');
  expect(html).toContain('The H<i>α</i> line and <i>T</i><sub>eff</sub>');
  expect(html).toContain('10<sup>4</sup>');
  expect(html).toContain('stars &amp; winds');
  expect(text).not.toContain('$');
});

test('no text of a paper or an alert becomes markup, another line or another header', () => {
  const hostile = fc.string({ unit: fc.constantFrom('<', '>', '"', '&', '$', '\n', '\r', 'a', '\\', '{', '^', ' ') });
  fc.assert(
    fc.property(hostile, hostile, hostile, (name, title, author) => {
      const alert = { name, address: LINKS.alerts, papers: [{ ...paper, title, authors: [author] }] };
      const { subject, text, html } = digestMail([alert], LINKS);
      expect(subject).not.toMatch(/[\r\n]/);
      expect(text.split('\n')).toHaveLength(10);
      const known =
        /<\/?(?:html|head|body|h2|ul|li|p|i|sub|sup)>|<(?:!doctype html|html lang="en"|meta charset="utf-8"|br)>|<a href="[^"<>]*">|<\/a>/g;
      expect(html.replaceAll(known, '')).not.toMatch(/[<>]/);
    }),
  );
});

test('a long list ends with the number of the other papers', () => {
  const alert = { name: 'many', address: LINKS.alerts, papers: Array.from({ length: 130 }, () => paper) };
  const { subject, text, html } = digestMail([alert, { ...alert, papers: [paper] }], LINKS);
  expect(subject).toBe('131 new papers');
  expect(text.match(/Winds/g)).toHaveLength(101);
  for (const part of [text, html]) expect(part).toContain('and 30 more');
});
