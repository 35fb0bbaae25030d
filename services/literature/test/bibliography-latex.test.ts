import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { importFile } from './import-calls.ts';
import { useWorld } from './world.ts';

const HAS_TEX = ['pdflatex', 'bibtex'].every((program) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});
const withTex = HAS_TEX ? describe : describe.skip;

withTex(`a LaTeX document${HAS_TEX ? '' : ' (SKIPPED: no pdflatex and bibtex)'}`, () => {
  const world = useWorld({ worker: false });
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'literature-latex-'));
  });
  afterAll(async () => await rm(folder, { recursive: true, force: true }));

  const run = (program: string, ...given: readonly string[]) =>
    execFileSync(program, [...given], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

  /** Compiles a document that cites these keys. Returns the bibliography that BibTeX has written. */
  async function compile(path: string, keys: readonly string[], preamble = ''): Promise<string> {
    await writeFile(join(folder, 'live.bib'), await (await fetch(world.url + path)).text());
    const document = [
      '\\documentclass{article}\\usepackage[utf8]{inputenc}\\usepackage[T1]{fontenc}',
      preamble,
      `\\begin{document}\\cite{${keys.join(',')}}\\bibliographystyle{plain}\\bibliography{live}\\end{document}`,
    ];
    await writeFile(join(folder, 'paper.tex'), document.join('\n'));
    const latex = () => run('pdflatex', '-interaction=nonstopmode', '-halt-on-error', 'paper.tex');
    // The bibliography of the last run may have commands that this preamble does not define.
    await rm(join(folder, 'paper.bbl'), { force: true });
    latex();
    // BibTeX fails if an entry is damaged or a key is missing.
    expect(run('bibtex', 'paper')).not.toMatch(/warning--(?:i didn't find|string name|case mismatch)/i);
    latex();
    expect(latex()).not.toMatch(/undefined (?:citations|references)/i);
    return await readFile(join(folder, 'paper.bbl'), 'utf8');
  }

  test('compiles against the address after papers were added, renamed and merged, with the same keys', async () => {
    const entry = (key: string, title: string, doi: string) =>
      `@article{${key}, author = {Åström, Zoë and Łuczak, Ján}, title = {${title}}, journal = {The Astrophysical Journal}, year = 2014, doi = {10.5555/${doi}}}`;
    await importFile(
      world,
      [entry('a', 'On α Cen & 50% of $M_\\odot$', 'a'), entry('', 'Second one_two – #2', 'b')].join('\n'),
    );
    await world.call('patch', '/api/library/bibliographies').send({ key_pattern: '{author}{year}{title}' }).expect(200);
    const { body } = await world.call('post', '/api/library/bibliographies').send({}).expect(200);
    const { path } = body as { path: string };
    const tex = `${path}&letters=tex&journals=macros`;
    const macros = '\\newcommand\\apj{ApJ}';
    const keys = ['a', 'astrom2014second'];
    const first = await compile(tex, keys, macros);
    for (const key of keys) expect(first).toContain(`\\bibitem{${key}}`);
    expect(first).toContain('\\apj');

    const { entries } = await importFile(world, entry('', 'Second things', 'c'));
    const third = entries[0]?.bibcode ?? '';
    const papers = await world.sql<{ bibcode: string }>('select bibcode from paper order by id');
    const [one = '', two = ''] = papers.map(({ bibcode }) => bibcode);
    await world.call('patch', '/api/library/citation-keys').send({ bibcode: third, key: 'third' }).expect(200);
    await compile(tex, [...keys, 'third'], macros);

    await world.sql(`update paper set bibcode = '2014ApJ...999....1A', title = 'Another title' where bibcode = $1`, [
      two,
    ]);
    await compile(tex, [...keys, 'third'], macros);

    await world
      .call('post', '/api/library/merges')
      .send({ keep: one, merge: [third] })
      .expect(200);
    const merged = await compile(tex, keys, macros);
    expect(merged.match(/\\bibitem/g)).toHaveLength(2);
    expect(await readFile(join(folder, 'live.bib'), 'utf8')).toMatch(/@article\{a,[^]*ids = \{third\}/);
    // Letters as Unicode need no macros.
    await compile(path, keys, '\\DeclareUnicodeCharacter{03B1}{\\ensuremath{\\alpha}}');
  });
});
