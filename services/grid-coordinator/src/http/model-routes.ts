import {
  type judgementOperations,
  type modelOperations,
  type proposalOperations,
  type reproductionOperations,
  AXES,
  type GridPointParams,
  type InterpolatedModel,
  type InterpolatedSpectrum,
} from '@almagest/contracts/grid';
import type { Handlers } from '@almagest/service-kit/http-edge';
import { judgePoint, readJudgements } from '../application/judgements/judge-point.ts';
import { interpolateModel } from '../application/models/interpolate-model.ts';
import { interpolateSpectrum, interpolateToFits } from '../application/models/interpolate-spectrum.ts';
import { readOutliers } from '../application/models/read-outliers.ts';
import { listReproductions } from '../application/reproductions/list-reproductions.ts';
import { reproducePoints } from '../application/reproductions/reproduce-points.ts';
import { withdrawReproduction } from '../application/reproductions/withdraw-reproduction.ts';
import { listProposals } from '../application/workflows/list-proposals.ts';
import { refineGrid } from '../application/workflows/refine-grid.ts';
import { describeCaller, type Caller } from './authentication.ts';
import { envelope } from './replies.ts';
import type { RoutesDeps } from './routes-deps.ts';
import type { Request, Response } from 'express';

export function modelRoutes(deps: RoutesDeps): Handlers<typeof modelOperations, Caller> {
  return {
    interpolateModel: async ({ params, query, req, res }) => {
      const found = await interpolateModel(deps, params.name, query);
      if (!wantsFile(query.format, req, 'application/octet-stream')) return envelope(found);
      sendModel(res, found);
      return undefined;
    },
    interpolateSpectrum: async ({ params, query, req, res }) => {
      const { format } = query;
      if (format === 'fits') {
        sendFits(res, await interpolateToFits(deps, params.name, query));
        return undefined;
      }
      const found = await interpolateSpectrum(deps, params.name, query);
      if (!wantsFile(format, req, 'text/plain')) return envelope(found);
      sendSpectrum(res, found);
      return undefined;
    },
    listOutliers: async ({ params, query }) => envelope(await readOutliers(deps.db, params.name, query)),
  };
}

export function judgementRoutes(deps: RoutesDeps): Handlers<typeof judgementOperations, Caller> {
  return {
    judgePoint: async ({ params, body, caller }) =>
      envelope(
        await judgePoint(
          deps,
          { workflowName: params.name, pointName: params.point, judgedBy: describeCaller(caller) },
          body,
        ),
      ),
    listJudgements: async ({ params, query }) => envelope(await readJudgements(deps.db, params.name, query)),
  };
}

export function reproductionRoutes(deps: RoutesDeps): Handlers<typeof reproductionOperations, Caller> {
  return {
    reproducePoints: async ({ params, body, caller }) =>
      envelope(await reproducePoints(deps, params.name, body, describeCaller(caller))),
    listReproductions: async ({ params, query }) => envelope(await listReproductions(deps.db, params.name, query)),
    withdrawReproduction: async ({ params }) => {
      await withdrawReproduction(deps, params.name, Number(params.reproduction_id));
      return envelope(null);
    },
  };
}

export function proposalRoutes(deps: RoutesDeps): Handlers<typeof proposalOperations, Caller> {
  return {
    listProposals: async ({ params, query }) => envelope(await listProposals(deps, params.name, query)),
    refineGrid: async ({ params, body }) => envelope(await refineGrid(deps, params.name, body), 'nothing is saved'),
  };
}

/** Returns whether the client wants only the file: `format=file`, or `Accept` if the query has no format. */
function wantsFile(format: 'json' | 'file' | undefined, req: Request, mediaType: string): boolean {
  return format === undefined ? req.accepts(['json', mediaType]) === mediaType : format === 'file';
}

function sendModel(res: Response, { params, model }: InterpolatedModel): void {
  res.type('application/octet-stream');
  sendNamed(res, params, '.7', Buffer.from(model, 'latin1'));
}

function sendSpectrum(res: Response, { params, spectrum }: InterpolatedSpectrum): void {
  res.type('text/plain; charset=iso-8859-1');
  sendNamed(res, params, '.txt', Buffer.from(spectrum, 'latin1'));
}

function sendFits(res: Response, { params, file }: Awaited<ReturnType<typeof interpolateToFits>>): void {
  res.type('application/fits');
  sendNamed(res, params, '.fits', file);
}

/** Sends a file that is named after its parameters. */
function sendNamed(res: Response, params: GridPointParams, ending: string, bytes: Buffer): void {
  const name = AXES.map((axis) => `${axis}${params[axis]}`).join('_');
  res.setHeader('Content-Disposition', `attachment; filename="${name}${ending}"`);
  res.setHeader('Cache-Control', 'private, no-store');
  res.send(bytes);
}
