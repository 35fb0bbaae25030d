import type { Page } from 'playwright-core';
import { GRID } from './computed-grid.ts';

/** A view and a text that it shows once loaded. */
interface View {
  readonly name: string;
  readonly at: string;
  readonly shows: string;
}

/** Returns an example address for every route. `point` is a converged point, `link` the token of an invitation. */
export function viewsOf(point: string, link: string): Readonly<Record<string, View>> {
  const grid = `/workflows/${GRID}`;
  return {
    '/': { name: 'overview', at: '/', shows: 'Workflows' },
    '/workflows/$name': { name: 'workflow', at: grid, shows: 'Failures by cause' },
    '/workflows/$name/map': { name: 'map', at: `${grid}/map`, shows: '40 points of 40' },
    '/workflows/$name/points': { name: 'points', at: `${grid}/points?status=failed`, shows: '4 points match' },
    '/workflows/$name/points/$point': { name: 'point', at: `${grid}/points/${point}`, shows: 'Spectra' },
    '/workflows/$name/config': { name: 'configuration', at: `${grid}/config`, shows: 'No changes.' },
    '/new': { name: 'new', at: '/new', shows: 'No problems found.' },
    '/nodes': { name: 'nodes', at: '/nodes', shows: 'Applications' },
    '/nodes/$node': { name: 'node', at: '/nodes/vega-01', shows: 'Registrations' },
    '/seeds': { name: 'seeds', at: '/seeds', shows: 'Versions' },
    '/account': { name: 'account', at: '/account', shows: 'Role: administrator' },
    '/people': { name: 'people', at: '/people', shows: 'Invite' },
    '/audit': { name: 'audit', at: '/audit', shows: 'Export' },
    '/link': { name: 'link', at: `/link?token=${link}`, shows: 'Set password' },
    '/login': { name: 'login', at: '/login', shows: 'Password' },
  };
}

/** A dialog, menu, empty state or error state of a view. */
interface State {
  readonly name: string;
  readonly at: string;
  readonly open: (page: Page) => Promise<void>;
}

/** Returns the states to check. `point` is a converged point. */
export function statesOf(point: string): readonly State[] {
  const grid = `/workflows/${GRID}`;
  const shows = (text: string | RegExp) => async (page: Page) => await page.getByText(text).first().waitFor();
  const dialogBehind =
    (button: string, dialog = button) =>
    async (page: Page) => {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('dialog').getByText(dialog).first().waitFor();
    };
  const menuEntry = (entry: string) => async (page: Page) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await page.getByRole('dialog').waitFor();
  };
  return [
    { name: 'no points', at: `${grid}/points?attempts=30..`, open: shows('No point matches these filters.') },
    { name: 'no such point', at: `${grid}/points/nothing`, open: shows(/no point named nothing/) },
    { name: 'no such workflow', at: '/workflows/nothing', open: shows('no workflow is named nothing') },
    { name: 'no such node', at: '/nodes/nothing', open: shows('Loading failed.') },
    { name: 'no such page', at: '/nowhere', open: shows('Page not found') },
    {
      name: 'settings',
      at: '/',
      open: async (page) => {
        await page.getByRole('button', { name: 'Settings' }).click();
        await page.getByRole('menu').waitFor();
      },
    },
    {
      name: 'shortcuts',
      at: '/',
      open: async (page) => {
        await page.keyboard.press('?');
        await page.getByRole('dialog').waitFor();
      },
    },
    { name: 'approval', at: '/nodes', open: dialogBehind('Approve new-node') },
    { name: 'new token', at: '/nodes/sirius-02', open: dialogBehind('Reissue token') },
    { name: 'judgement', at: `${grid}/points/${point}`, open: dialogBehind('Judge…', 'Judgements') },
    { name: 'reproduction', at: `${grid}/points/${point}`, open: dialogBehind('Reproduce…', 'Note') },
    { name: 'another try', at: `${grid}/points?status=failed`, open: dialogBehind('Try again…', 'again') },
    { name: 'scheduling', at: grid, open: menuEntry('Priority and slots…') },
    { name: 'removal', at: grid, open: menuEntry('Delete…') },
  ];
}
