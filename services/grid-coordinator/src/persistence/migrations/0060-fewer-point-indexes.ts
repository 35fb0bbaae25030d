import { allOnline, dropIndexOnline } from '@almagest/service-kit/online-migration';

/**
 * Drops two indexes of point lists, to which each claim and each report wrote an entry. The API finds these pages with
 * the names of the grid and the map in memory.
 */
export const migration = allOnline(dropIndexOnline('point_of_node'), dropIndexOnline('point_teff'));
