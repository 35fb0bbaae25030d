import { getRouteApi } from '@tanstack/react-router';

export const PAPER_PATH = '/papers/$bibcode';

/** Access to the route's parameters. Components cannot import the route, because the route imports them. */
export const paperPage = getRouteApi(PAPER_PATH);
