import type pg from 'pg';
import type { Db } from '../../persistence/database.ts';
import { PartSizes } from '../../persistence/points/point-parts.ts';
import { MappedPoints } from './mapped-points.ts';
import { MappedGrids } from './map-layers.ts';
import { MapPlanes } from './read-map-plane.ts';
import { GridMaps } from './read-map.ts';

/** Opens the caches of points that an API process holds for lists and maps. */
export function openPointCaches(db: Db, pool: pg.Pool) {
  const grids = new MappedGrids(db);
  const maps = new GridMaps(db, pool, grids);
  const planes = new MapPlanes(db, pool, grids);
  return {
    partSizes: new PartSizes(),
    maps,
    planes,
    mappedPoints: new MappedPoints({ grids, maps, planes }),
  };
}
