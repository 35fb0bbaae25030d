import { getRouteApi } from '@tanstack/react-router';

export const PAPER_PATH = '/papers/$bibcode';

/** The page's parameters. Its components cannot import the route, which imports them. */
export const paperPage = getRouteApi(PAPER_PATH);
